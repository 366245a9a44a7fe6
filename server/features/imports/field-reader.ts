import { isStorableText } from '#shared/http/fields.ts'
import { maxEmailLength, maxNameLength } from '#shared/users/contract.ts'
import { type ImportedPerson, personOf } from './imported-person.ts'
import { parseTimestamp } from './parse-timestamp.ts'

/** A line can't be imported. `message` says why; `field` is empty when the line as a whole is at fault. */
export class BadLine extends Error {
  readonly field: string

  constructor(field: string, why: string) {
    super(why)
    this.field = field
  }
}

/** Something in a line was changed or left out so that the rest could be imported. */
export interface Note {
  readonly field: string
  readonly what: string
}

const dayMs = 86_400_000
const maxAccountLength = 500

/** Reads the fields of one JSON object, refusing each that doesn't have its shape. All methods throw BadLine. */
export class FieldReader {
  readonly #record: Readonly<Record<string, unknown>>
  readonly #path: string
  readonly #notes: Note[]

  /**
   * @param path what to put before a field's name, such as `comments[2].`
   * @param notes collects what had to be repaired
   */
  constructor(value: unknown, path: string, notes: Note[]) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new BadLine(path.replace(/\.$/, ''), 'is not a JSON object')
    }
    this.#record = value as Record<string, unknown>
    this.#path = path
    this.#notes = notes
  }

  refuse(name: string, why: string): never {
    throw new BadLine(this.#path + name, why)
  }

  note(name: string, what: string): void {
    this.#notes.push({ field: this.#path + name, what })
  }

  /** A text as written, empty when there is none. Characters that PostgreSQL can't store become U+FFFD, with a note. */
  text(name: string, max: number): string {
    return this.#text(this.#record[name], name, max)
  }

  /** A text that must not be blank. */
  filledText(name: string, max: number): string {
    const value = this.text(name, max)
    return value.trim() === '' ? this.refuse(name, 'must not be empty') : value
  }

  /** A word or number without the white space around it; null when there is none. */
  word(name: string, max: number): string | null {
    return this.#word(this.#record[name], name, max)
  }

  words(name: string, max: number): string[] {
    const words = this.#list(name).map((value, index) => this.#word(value, `${name}[${index}]`, max))
    return words.filter((word) => word !== null)
  }

  /** A date from 1970 to tomorrow; null when there is none. */
  optionalTimestamp(name: string, now: Date): Date | null {
    const written = this.word(name, 100)
    if (written === null) return null
    const timestamp = parseTimestamp(written)
    if (!timestamp) this.refuse(name, 'must be an ISO 8601 date such as 2024-05-31T14:30:00Z')
    if (timestamp.getTime() < 0) this.refuse(name, 'must not be before 1970')
    if (timestamp.getTime() > now.getTime() + dayMs) this.refuse(name, 'must not be in the future')
    return timestamp
  }

  timestamp(name: string, now: Date): Date {
    return this.optionalTimestamp(name, now) ?? this.refuse(name, 'must not be empty')
  }

  /** A person: a name, or an object with `name` and `email`, either of which may be missing. */
  person(name: string): ImportedPerson | null {
    return this.#person(this.#record[name], name)
  }

  /** A list of persons, each once. */
  people(name: string): ImportedPerson[] {
    const people = this.#list(name).flatMap((value, index) => this.#person(value, `${name}[${index}]`) ?? [])
    return [...new Map(people.map((person) => [person.key, person])).values()]
  }

  /** Words and lists of words by their names, which are the old tracker's own. */
  namedWords(name: string, max: number): Record<string, string | string[]> {
    const value = this.#record[name] ?? {}
    if (typeof value !== 'object' || Array.isArray(value)) this.refuse(name, 'must be an object')
    const inner = new FieldReader(value, `${this.#path}${name}.`, this.#notes)
    const named = Object.entries(value).map(([key, one]): [string, string | string[] | null] => [
      this.#text(key, name, max),
      Array.isArray(one)
        ? inner.words(key, max)
        : typeof one === 'boolean'
          ? one
            ? 'yes'
            : 'no'
          : inner.word(key, max),
    ])
    return Object.fromEntries(
      named.filter((entry): entry is [string, string | string[]] => (entry[1]?.length ?? 0) > 0),
    )
  }

  /** Yes or no: a boolean; no when there is none. */
  flag(name: string): boolean {
    const value = this.#record[name] ?? false
    return typeof value === 'boolean' ? value : this.refuse(name, 'must be true or false')
  }

  records(name: string): FieldReader[] {
    return this.#list(name).map(
      (value, index) => new FieldReader(value, `${this.#path}${name}[${index}].`, this.#notes),
    )
  }

  #person(given: unknown, name: string): ImportedPerson | null {
    const value = given ?? ''
    if (typeof value === 'string') return personOf(this.#word(value, name, maxNameLength), null)
    if (typeof value !== 'object' || Array.isArray(value))
      this.refuse(name, 'must be a name or an object with name and email')
    const person = new FieldReader(value, `${this.#path}${name}.`, this.#notes)
    return personOf(
      person.word('name', maxNameLength),
      person.word('email', maxEmailLength),
      person.word('account', maxAccountLength),
    )
  }

  #text(value: unknown, name: string, max: number): string {
    const text = value ?? ''
    if (typeof text !== 'string') this.refuse(name, 'must be text')
    if (text.length > max) this.refuse(name, `must be at most ${max.toLocaleString('en-US')} characters`)
    if (isStorableText(text)) return text
    this.note(name, 'characters that can’t be stored were replaced')
    return text.replaceAll('\u0000', '\ufffd').toWellFormed()
  }

  #word(value: unknown, name: string, max: number): string | null {
    if (typeof value === 'number' && Number.isFinite(value)) return String(value)
    return this.#text(value, name, max).trim() || null
  }

  #list(name: string): unknown[] {
    const value = this.#record[name] ?? []
    return Array.isArray(value) ? value : this.refuse(name, 'must be a list')
  }
}
