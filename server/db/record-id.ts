import { createHash, randomBytes } from 'node:crypto'

/**
 * Returns a new record's id: 24 lower-case hexadecimal characters, 8 for the seconds since 1970 and 16 random ones, so
 * that ids sort by the second of their creation and can't be guessed.
 */
export function newRecordId(at: Date = new Date()): string {
  return seconds(at) + randomBytes(8).toString('hex')
}

/** Returns the id of an imported record: the same `origin` and timestamp always give the same id. */
export function importedRecordId(origin: string, at: Date): string {
  return seconds(at) + createHash('sha256').update(origin).digest('hex').slice(0, 16)
}

/** Returns whether a text has the shape of an id; anything else can't name a record. */
export function isRecordId(value: string): boolean {
  return /^[0-9a-f]{24}$/.test(value)
}

const seconds = (at: Date) =>
  Math.max(0, Math.floor(at.getTime() / 1000))
    .toString(16)
    .padStart(8, '0')
    .slice(-8)
