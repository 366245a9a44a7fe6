import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Tx } from '#server/db/database.ts'
import { type ImportedPerson, unnamedPerson } from './imported-person.ts'
import { idOf, meetPeople } from './people-store.ts'

/** Returns the id of a person; whoever is met for the first time is added as an import does. */
export async function idOfPerson(tx: Tx, person: ImportedPerson | null): Promise<string> {
  await acquireAdvisoryLock(tx, 'imports')
  const met = person ?? unnamedPerson
  const known = new Map<string, string>()
  await meetPeople(tx, [met], known)
  return idOf(met, known)
}
