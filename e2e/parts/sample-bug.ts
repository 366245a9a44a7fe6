import type { Product } from '#testing/browser-test.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { insertBug } from '#server/features/bugs/bug-store.ts'
import { bugFields, initialValues, plainNames, type PlainValues } from '#shared/bugs/fields.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import { isClosedStatus } from '#shared/bugs/words.ts'
import { randomBytes } from 'node:crypto'

export interface SampleBug extends Partial<PlainValues> {
  readonly title?: string
  readonly description?: string
  readonly stepsToReproduce?: string
  readonly createdOn?: Date
  readonly status?: BugStatus
  readonly classification?: Classification
  /** The assignee's user id. */
  readonly assignedTo?: string
  readonly assignedOn?: Date
  readonly product?: string
  readonly component?: string
  readonly externalId?: string
  /** The original's id. */
  readonly duplicateOf?: string
}

/** One for each hexadecimal digit: search takes a word with digits for several, which other words may share. */
const letters = 'bcdfgklmnpqrtvwx'

/** A word that no other bug of this database contains, to find a test's own bugs by. */
export function newWord(): string {
  const digits = randomBytes(5).toString('hex')
  return `w${[...digits].map((digit) => letters[Number.parseInt(digit, 16)]).join('')}`
}

/** The moment so many times 24 hours before now. */
export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000)
}

/** A bug in any state, without waiting between two reports. @returns its id */
export async function aBug(product: Product, creatorId: string, facts: SampleBug = {}): Promise<string> {
  const createdOn = facts.createdOn ?? new Date()
  const id = newRecordId(createdOn)
  await product.inTx((tx) =>
    insertBug(tx, {
      id,
      title: facts.title ?? 'The lamp flickers at dusk',
      description: facts.description ?? 'It flickers for a minute and stays dark.',
      stepsToReproduce: facts.stepsToReproduce ?? 'Switch it on at dusk.',
      createdOn,
      createdBy: creatorId,
    }),
  )
  const status = facts.status ?? 'Open'
  const plain = plainNames.map((name, index) => `, ${bugFields[name].column} = $${index + 11}`)
  await product.database.pool.query(
    `update bugs set status = $2, is_closed = $3, classification = $4, assigned_to = $5, assigned_on = $6, product = $7,
       component = $8, external_id = $9, duplicate_of = $10${plain.join('')} where id = $1`,
    [
      id,
      status,
      isClosedStatus(status),
      facts.classification ?? 'unclassified',
      facts.assignedTo ?? null,
      facts.assignedTo ? (facts.assignedOn ?? createdOn) : null,
      facts.product ?? null,
      facts.component ?? null,
      facts.externalId ?? null,
      facts.duplicateOf ?? null,
      ...plainNames.map((name) => facts[name] ?? initialValues[name]),
    ],
  )
  return id
}

/** So many bugs with this word and a number in their titles, of a day each; `1` is the newest. */
export function numbered(word: string, count: number): SampleBug[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `${word} ${index + 1}`,
    createdOn: daysAgo(index + 1),
  }))
}

/** Returns the key of a bug. */
export async function keyOf(product: Product, bugId: string): Promise<string> {
  const { rows } = await product.database.pool.query<{ key: string }>(
    `select p.key || '-' || b.number as key from bugs b join products p on p.number = b.product_number where b.id = $1`,
    [bugId],
  )
  return rows[0]?.key ?? ''
}
