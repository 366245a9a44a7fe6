const units = ['bytes', 'kB', 'MB', 'GB'] as const

/** Returns a number of bytes for people: `820 bytes`, `1.4 MB`, `25 MB`. The factor is 1024, as for the limit. */
export function fileSize(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  if (unit === 0) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const rounded = size < 9.95 ? Math.round(size * 10) / 10 : Math.round(size)
  return `${rounded} ${units[unit]}`
}
