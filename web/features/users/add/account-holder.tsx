import type { User } from '#shared/users/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { paths } from '#web/lib/paths.ts'

/** Returns whose account has the address, where a refused invitation says so. */
export function holderOf(failure: unknown): User | undefined {
  if (!(failure instanceof CallError) || failure.code !== 'email-taken') return undefined
  // Trusted as typed, as all answers are, because the server writes it by the same schema.
  return (failure.body as { readonly account?: User }).account
}

/** Leads to the page of a person, in another tab: what was typed here stays. */
export function HolderLink({ holder: { _id, fullName } }: { holder: User }) {
  return (
    <a href={paths.editUser(_id)} target="_blank" rel="noreferrer">
      <bdi>{fullName}</bdi>
      <span className="visually-hidden"> in a new tab</span>
    </a>
  )
}
