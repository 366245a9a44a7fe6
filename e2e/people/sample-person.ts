import { insertUser } from '#server/features/users/public.ts'
import type { Product } from '#testing/browser-test.ts'
import { newEmail } from './account.ts'

export interface SamplePerson {
  readonly fullName: string
  readonly givenName?: string
  readonly familyName?: string
  readonly email?: string
  readonly roles?: readonly string[]
  readonly createdOn?: Date
  readonly isDemo?: boolean
  readonly isDeactivated?: boolean
}

/** A person with an account in any state, with nobody signed in to it. @returns their id */
export async function aPerson(product: Product, facts: SamplePerson): Promise<string> {
  const id = await product.inTx((tx) =>
    insertUser(
      tx,
      {
        email: facts.email ?? newEmail(),
        passwordHash: 'none',
        fullName: facts.fullName,
        givenName: facts.givenName ?? 'Given',
        familyName: facts.familyName ?? 'Family',
        roles: facts.roles ?? ['customer'],
        isDemo: facts.isDemo ?? false,
      },
      'command',
    ),
  )
  await product.database.pool.query(
    `update users set created_on = $2, deactivated_on = case when $3 then now() end where id = $1`,
    [id, facts.createdOn ?? new Date(), facts.isDeactivated ?? false],
  )
  return id
}

/** Whether somebody can log in with this password. */
export async function canLogIn(product: Product, email: string, password: string): Promise<boolean> {
  const answer = await product.stranger.send('POST', '/api/user/login', { email, password })
  return answer.status === 200
}
