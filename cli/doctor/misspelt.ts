/** Prefixes of our variables. */
const families = ['MOTHLIGHT_', 'LIMIT_', 'CHAT_', 'DEMO_', 'AUTHOR_', 'ATTACHMENT_', 'DATABASE_', 'METRICS_']
/** Shorter names resemble too many others. */
const shortest = 6

/**
 * Checks whether a variable's name resembles one of the known names.
 * @returns the intended name, '' when it is unclear, undefined when nothing is wrong
 */
export function misspelt(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined
  const bare = name.replace(/^MOTHLIGHT_/, '').toUpperCase()
  if (known.includes(bare)) return bare
  if (name.length >= shortest) {
    const near = known.find((one) => one.length >= shortest && distance(bare, one) <= (one.length > 9 ? 2 : 1))
    if (near !== undefined) return near
  }
  return families.some((family) => name.startsWith(family)) ? '' : undefined
}

/**
 * Returns the number of letters to add, remove, change or swap with their neighbour to turn one word into the other.
 */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const [above = [], before] = [rows[i - 1], rows[i - 2]]
      const isSame = one[i - 1] === other[j - 1]
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (before && isSwap) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      row.push(cost)
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}
