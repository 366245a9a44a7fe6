import pg from 'pg'

const timestamptz = 1184
const inUtc = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?\+00(?::00)?$/

/**
 * Converts a timestamp as PostgreSQL writes it, also in JSON, to ISO 8601 in UTC with milliseconds, without creating a
 * `Date`.
 */
export function isoTimestamp(text: string): string {
  const [, day, time, fraction = ''] = inUtc.exec(text) ?? []
  if (time !== undefined) return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  return (pg.types.getTypeParser(timestamptz)(text.replace('T', ' ')) as Date).toISOString()
}

/**
 * Returns the driver's type parsers with timestamps as ISO texts, for rows that are only forwarded. @param read parses
 * the other types
 */
export function withIsoTimestamps(read: pg.CustomTypesConfig): pg.CustomTypesConfig {
  return {
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === timestamptz ? isoTimestamp : read.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
  }
}
