import type { Db } from '#server/db/database.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { InTx } from '#server/events/transactor.ts'
import { writeConversation } from '#server/features/chat/public.ts'
import { importBugs, type ImportWatch, type SourceLine } from '#server/features/imports/public.ts'
import { hashPassword, insertUser } from '#server/features/users/public.ts'
import { demoLines } from './demo-lines.ts'
import { demoConversations } from './demo-conversations.ts'

const person = { fullName: 'Demo Moth', givenName: 'Demo', familyName: 'Moth' }

/**
 * Fills an empty database with the demo account, a few dozen bugs and two conversations, all or nothing; does nothing
 * once there is an account or an imported person.
 * @param demo the account's credentials, which the login page shows
 */
export async function seedDemo(
  db: Db,
  inTx: InTx,
  demo: { email: string; password: string },
  onProgress: (what: string) => void,
): Promise<void> {
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
  onProgress('filling the demo')
  const passwordHash = await hashPassword(demo.password)
  const lines = await demoLines({ ...person, email: demo.email }, new Date())
  await inTx(async (tx) => {
    // Another node may be starting on the same empty database.
    await acquireAdvisoryLock(tx, 'imports')
    if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
    const userId = await insertUser(
      tx,
      { ...person, email: demo.email, passwordHash, roles: ['staff', 'support'], isDemo: true },
      'demo',
    )
    await importBugs((work) => work(tx), numbered(lines), refuseMistakes)
    for (const conversation of demoConversations({ userId, fullName: person.fullName }, new Date())) {
      await writeConversation(tx, conversation)
    }
  })
}

async function* numbered(lines: readonly string[]): AsyncGenerator<SourceLine> {
  for (const [index, text] of lines.entries()) yield { number: index + 1, text, repaired: false }
}

/** The sample is part of the product: a mistake in it must not go by unnoticed. */
const refuseMistakes: ImportWatch = {
  badLine: (line, field, why) => {
    throw new Error(`samples/demo.jsonl, line ${line}: ${field} ${why}`)
  },
  note: (line, field, what) => {
    throw new Error(`samples/demo.jsonl, line ${line}: ${field} ${what}`)
  },
  progress: () => {},
}
