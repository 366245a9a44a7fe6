const shape = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/**
 * Parses an ISO 8601 text. Without a time it is midnight, without a zone UTC; `+0100` and `+01` are
 * read as `+01:00`. Fractions past milliseconds are cut.
 * @returns undefined for any other text and for a day or time that doesn't exist
 */
export function parseTimestamp(text: string): Date | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] =
    shape.exec(text.trim()) ?? []
  if (year === undefined) return undefined
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  const timestamp = new Date(local)
  // February 30 is read as March 1 or 2: a day that exists comes back as it was written.
  if (Number.isNaN(timestamp.getTime()) || timestamp.toISOString() !== local) return undefined
  const offset = offsetOf(zone)
  return offset === undefined ? undefined : new Date(timestamp.getTime() - offset * 60_000)
}

/** Minutes east of Greenwich, or undefined for an offset that no zone has. */
function offsetOf(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', '') || 0)
  if (hours > 15 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
