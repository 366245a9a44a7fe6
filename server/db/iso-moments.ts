import pg from 'pg'

const timestamptz = 1184
const inUtc = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?\+00(?::00)?$/

/**
 * A moment as PostgreSQL writes it, also in JSON, as ISO 8601 to the millisecond in UTC: what `toISOString` makes of its
 * `Date`, which is not made on the way.
 */
export function isoMoment(text: string): string {
  const [, day, time, fraction = ''] = inUtc.exec(text) ?? []
  if (time !== undefined) return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  return (pg.types.getTypeParser(timestamptz)(text.replace('T', ' ')) as Date).toISOString()
}

/** How the driver reads columns where moments are only handed on. @param read how it reads the others */
export function withIsoMoments(read: pg.CustomTypesConfig): pg.CustomTypesConfig {
  return {
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === timestamptz ? isoMoment : read.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
  }
}
