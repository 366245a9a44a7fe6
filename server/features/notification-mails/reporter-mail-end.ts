import type { InstallationKey } from '#server/config/installation-key.ts'
import type { Db } from '#server/db/database.ts'
import { lessLinks, type MailBlock, type MailOut, type MailText, replyAddressOf } from '#server/features/mail/public.ts'
import type { ReporterLinks } from '#server/features/reporter-links/public.ts'

interface Parts {
  readonly key: InstallationKey
  readonly links: ReporterLinks
  readonly out: MailOut
}

type End = Pick<MailText, 'unsubscribe' | 'replyTo'> & { readonly blocks: readonly MailBlock[] }

/**
 * Returns what ends each mail to a reporter without an account: the link to their bug, how to answer by mail, and how to end these mails;
 * undefined where no links can be made. The link works.
 */
export async function reporterMailEnd(db: Db, { key, links, out }: Parts, linkId: string): Promise<End | undefined> {
  const { userId, bugId } = await links.holderOf(db, linkId)
  const page = out.linkTo(links.pathOf(linkId))
  const less = lessLinks(key, out, { about: 'report', linkId })
  if (!page || !less) return undefined
  const replyTo = await replyAddressOf(db, key, out, { userId, bugId })
  return {
    unsubscribe: less.oneClick,
    ...(replyTo !== undefined && { replyTo }),
    blocks: [
      { button: 'Open my report and answer', address: page },
      ...(replyTo === undefined ? [] : [{ small: 'Or reply to this mail to answer.' }]),
      {
        small: 'You get this because you reported this. The link is yours: whoever has it can answer in your name.',
        link: { text: 'Get no more mails about this report', address: less.page },
      },
    ],
  }
}
