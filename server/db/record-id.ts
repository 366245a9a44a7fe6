import { createHash, randomBytes } from 'node:crypto'

/**
 * A new record's id: 24 lower-case hexadecimal characters, 8 of seconds since 1970 and 16 random, so that ids sort by
 * the second of their making and can't be guessed.
 */
export function newRecordId(at: Date = new Date()): string {
  return seconds(at) + randomBytes(8).toString('hex')
}

/** The id of a record that came from elsewhere: the same `origin` and moment always give the same id. */
export function importedRecordId(origin: string, at: Date): string {
  return seconds(at) + createHash('sha256').update(origin).digest('hex').slice(0, 16)
}

/** True for text in the shape of an id; anything else can't name a record. */
export function isRecordId(value: string): boolean {
  return /^[0-9a-f]{24}$/.test(value)
}

const seconds = (at: Date) =>
  Math.max(0, Math.floor(at.getTime() / 1000))
    .toString(16)
    .padStart(8, '0')
    .slice(-8)
