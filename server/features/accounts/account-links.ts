import { type InstallationKey, readToken } from '#server/config/installation-key.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { AppError } from '#server/http/app-error.ts'
import { linkMinutes, type LinkPurpose } from '#shared/accounts/contract.ts'
import { routePatterns } from '#shared/site/screens.ts'

/** A link as it is stored, while it can be used. */
export interface AccountLink {
  readonly id: string
  readonly purpose: LinkPurpose
  readonly email: string
  readonly userId: string | null
  readonly madeBy: string | null
  readonly expiresOn: Date
}

/**
 * How a link reaches somebody. A mailed one shows that its address is theirs; one that an administrator copied shows
 * nothing, so it has another secret.
 */
export type Way = 'mailed' | 'copied'

/** The screen to which the link of a purpose leads. */
const screens: Readonly<Record<LinkPurpose, keyof typeof routePatterns & string>> = {
  reset: 'resetPassword',
  confirm: 'confirmEmail',
  change: 'confirmEmail',
  invite: 'acceptInvitation',
  'sign-up': 'acceptInvitation',
}

export const expiryOf = (purpose: LinkPurpose): Date => new Date(Date.now() + linkMinutes[purpose] * 60_000)

/** Stores a new link. @param email in its normal form */
export async function insertLink(
  tx: Tx,
  link: Pick<AccountLink, 'purpose' | 'email' | 'userId' | 'madeBy'>,
): Promise<AccountLink> {
  const id = newRecordId()
  const expiresOn = expiryOf(link.purpose)
  const { purpose, email, userId, madeBy } = link
  await tx
    .insertInto('account_links')
    .values({ id, purpose, email, user_id: userId, made_by: madeBy, expires_on: expiresOn })
    .execute()
  return { ...link, id, expiresOn }
}

/** The links of an installation, whose secrets are derived from its key. */
export class AccountLinks {
  readonly #key: InstallationKey

  constructor(key: InstallationKey) {
    this.#key = key
  }

  /** Returns the path of a link, with its secret. */
  pathOf({ id, purpose }: Pick<AccountLink, 'id' | 'purpose'>, way: Way): string {
    return `${routePatterns[screens[purpose]]}?token=${id}.${this.#key.derive(secretOf(purpose, way), id)}`
  }

  /** Returns the link with this token, and how it came; undefined for one that can't be used (any more). */
  async open(db: Db, token: string): Promise<(AccountLink & { readonly way: Way }) | undefined> {
    return this.#verified(token, (id) => openLink(db, id))
  }

  /** Returns the link with this token whose time is over, and that was neither used nor ended before. */
  async openExpired(db: Db, token: string): Promise<(AccountLink & { readonly way: Way }) | undefined> {
    return this.#verified(token, (id) => unusedLink(db, id).where('expires_on', '<=', new Date()).executeTakeFirst())
  }

  async #verified(token: string, find: (id: string) => Promise<AccountLink | undefined>) {
    const parts = readToken(token)
    if (!parts) return undefined
    const { id, secret } = parts
    const link = await find(id)
    const way =
      link &&
      (['mailed', 'copied'] as const).find((one) => this.#key.isDerived(secret, secretOf(link.purpose, one), id))
    return way && { ...link, way }
  }
}

/** What the secret of a link is derived for. */
const secretOf = (purpose: LinkPurpose, way: Way) => `account link ${purpose} ${way}`

/** A link that is neither used nor ended. */
const unusedLink = (db: Db, id: string) =>
  db
    .selectFrom('account_links')
    .select(['id', 'purpose', 'email', 'user_id as userId', 'made_by as madeBy', 'expires_on as expiresOn'])
    .where('id', '=', id)
    .where('used_on', 'is', null)
    .where('ended_on', 'is', null)

/** Returns a link that is neither used, ended nor over. */
export async function openLink(db: Db, id: string): Promise<AccountLink | undefined> {
  return unusedLink(db, id).where('expires_on', '>', new Date()).executeTakeFirst()
}

/** Uses a link, once. Lock the person whom it is about before. @throws AppError as `linkEnded` */
export async function useLink(tx: Tx, id: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('account_links')
    .set({ used_on: new Date() })
    .where('id', '=', id)
    .where('used_on', 'is', null)
    .where('ended_on', 'is', null)
    .where('expires_on', '>', new Date())
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw linkEnded()
}

/** Ends links of somebody that were not used: those that set a password or change their address. */
export async function endLinksOf(tx: Tx, userId: string, email: string | null): Promise<void> {
  await tx
    .updateTable('account_links')
    .set({ ended_on: new Date() })
    .where('used_on', 'is', null)
    .where('ended_on', 'is', null)
    .where('purpose', 'in', ['reset', 'change'])
    .where((where) =>
      where.or([
        where('user_id', '=', userId),
        where.and([where('user_id', 'is', null), where('email', '=', email ?? '')]),
      ]),
    )
    .execute()
}

/** Deletes links, and invitations that nobody accepted, a month after they were over. */
export async function deleteOldLinks(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('account_links')
    .where('expires_on', '<', new Date(Date.now() - 30 * 86_400_000))
    .execute()
}

/** Tells nothing of why: used, replaced, taken back, too old, or never valid. */
export const linkEnded = (): AppError =>
  new AppError('forbidden', 'This link can’t be used any more.', { field: 'token' })
