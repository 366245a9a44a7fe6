import type { Db } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { hashPassword, insertUser } from '#server/features/users/public.ts'

/**
 * Fills an empty database with the demo account; does nothing once there is an account or a bug.
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
  await inTx(async (tx) => {
    await insertUser(
      tx,
      {
        email: demo.email,
        passwordHash,
        fullName: 'Demo Moth',
        givenName: 'Demo',
        familyName: 'Moth',
        roles: ['staff', 'support'],
        isDemo: true,
      },
      'demo',
    )
  })
}
