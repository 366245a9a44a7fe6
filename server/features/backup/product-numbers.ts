import type pg from 'pg'
import { quoted } from './catalog.ts'

const isNumbers = (name: string) => /^bug_numbers_\d+$/.test(name)

/** Makes the sequences that number the bugs of products, of those that are named: the migrations make the first one alone. */
export async function makeNumbers(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  for (const name of names.filter(isNumbers)) {
    await client.query(`create sequence if not exists ${quoted(name)} as integer`)
  }
}
