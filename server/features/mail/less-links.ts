import type { InstallationKey } from '#server/config/installation-key.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { type LessMailOf, lessMailOf } from '#shared/mail/words.ts'
import { routePatterns } from '#shared/site/screens.ts'
import type { MailOut } from './mail-out.ts'

/** What a link in a mail lowers, and for whom. */
export type LessMail =
  | { readonly about: 'bug'; readonly userId: string; readonly bugId: string }
  /** Of a view, by its id or the name of one that everybody has. */
  | { readonly about: 'view'; readonly userId: string; readonly view: string }
  | { readonly about: 'all'; readonly userId: string }
  /** Of a visitor, who may have no account. The hash is that of the address that got the mail, where it was left in the chat. */
  | { readonly about: 'chat'; readonly conversationId: string; readonly addressHash?: string }
  /** Of a reporter without an account, by the link of their bug. */
  | { readonly about: 'report'; readonly linkId: string }

const idsOf = (less: LessMail): readonly string[] => {
  if (less.about === 'bug') return [less.userId, less.bugId]
  if (less.about === 'view') return [less.userId, less.view]
  if (less.about === 'all') return [less.userId]
  if (less.about === 'report') return [less.linkId]
  return less.addressHash === undefined ? [less.conversationId] : [less.conversationId, less.addressHash]
}

/** How many ids a token has, without the hash of an address. */
const idCounts = { bug: 2, view: 2, all: 1, chat: 1, report: 1 } as const

/** What the secret of a token is derived from. */
const secretOf = (about: LessMailOf, ids: readonly string[]) => [`less mail of ${about}`, ids.join('.')] as const

/**
 * Returns the token of such a link. It works for as long as the key of the installation stays, as old mails are read too, and does
 * nothing but lower what its receiver is mailed.
 */
export function lessToken(key: InstallationKey, less: LessMail): string {
  const ids = idsOf(less)
  return [less.about, ...ids, key.derive(...secretOf(less.about, ids))].join('.')
}

/** Reads a token. @returns undefined for one that was not made here */
export function readLessToken(key: InstallationKey, token: string): LessMail | undefined {
  const [about, ...rest] = token.split('.')
  const [secret, ...ids] = [rest.pop() ?? '', ...rest]
  const kind = lessMailOf.find((name) => name === about)
  if (kind === undefined) return undefined
  const count = idCounts[kind]
  const records = kind === 'view' ? 1 : count
  if (ids.length > (kind === 'chat' ? 2 : count) || ids.length < count || !ids.slice(0, records).every(isRecordId))
    return undefined
  if (!key.isDerived(secret, ...secretOf(kind, ids))) return undefined
  const [first = '', second] = ids
  if (kind === 'bug') return { about: kind, userId: first, bugId: second ?? '' }
  if (kind === 'view') return { about: kind, userId: first, view: second ?? '' }
  if (kind === 'all') return { about: kind, userId: first }
  if (kind === 'report') return { about: kind, linkId: first }
  return { about: kind, conversationId: first, ...(second !== undefined && { addressHash: second }) }
}

/** The page with the button, and the address to which mail programs send their form; undefined where links lead nowhere. */
export function lessLinks(
  key: InstallationKey,
  out: Pick<MailOut, 'linkTo'>,
  less: LessMail,
): { readonly page: string; readonly oneClick: string } | undefined {
  const token = lessToken(key, less)
  const [page, oneClick] = [
    out.linkTo(`${routePatterns.lessMail}?token=${token}`),
    out.linkTo(`/api/mail/unsubscribe/${token}`),
  ]
  return page && oneClick ? { page, oneClick } : undefined
}
