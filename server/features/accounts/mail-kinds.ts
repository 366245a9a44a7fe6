import type { Db } from '#server/db/database.ts'
import { mailBody, type MailBlock, type MailKind, type MailOut, type MailText } from '#server/features/mail/public.ts'
import { forgetConfirmationAsked, isEmailTaken, ownAccount } from '#server/features/users/public.ts'
import type { LinkPurpose } from '#shared/accounts/contract.ts'
import type { Site } from '#shared/site/contract.ts'
import { routePatterns } from '#shared/site/screens.ts'
import { type AccountLink, type AccountLinks, openLink } from './account-links.ts'
import { addressChangedMail, mailKindOf, passwordResetMail } from './mail-names.ts'
import { accountOfLink, isPermitted } from './use-links.ts'

interface Said {
  readonly subject: string
  readonly blocks: readonly MailBlock[]
}

/**
 * Returns the mails about accounts. They go to addresses that nobody has confirmed yet, which is what most of them are for;
 * links are made when a mail is written, and are stored nowhere. Mails that strangers can have sent to any address hold no
 * text of theirs, not even a name.
 */
export function accountMails(
  links: AccountLinks,
  out: MailOut,
  site: Pick<Site, 'signUp' | 'signUpDomains'>,
): readonly MailKind[] {
  /** A kind of mail with the link of a purpose; nothing once the link can't be used. */
  const withLink = (
    purpose: LinkPurpose,
    title: string,
    say: (db: Db, link: AccountLink, address: string) => Promise<Said | undefined>,
  ): MailKind => ({
    name: mailKindOf[purpose],
    title,
    needsConfirmed: false,
    write: async (db, { subjectId }) => {
      const link = await openLink(db, subjectId ?? '')
      if (!link || !(await isPermitted(db, link, site))) return undefined
      const address = out.linkTo(links.pathOf(link, 'mailed'))
      const said = address ? await say(db, link, address) : undefined
      return said && textOf(said)
    },
  })
  const textOf = ({ subject, blocks }: Said): MailText => ({ subject, ...mailBody(out.productName, blocks) })

  return [
    withLink('reset', 'Link to choose a new password', async (db, link, address) => {
      const account = await accountOfLink(db, link)
      if (!account) return undefined
      return {
        subject: `Choose a new password for ${out.productName}`,
        blocks: [
          { heading: 'Choose a new password' },
          {
            paragraph: `Somebody, most likely you, asked for a new password for ${account.email}.`,
          },
          { button: 'Choose a new password', address },
          { small: 'The link works once, for an hour. If you did not ask for it, do nothing: your password stays.' },
        ],
      }
    }),
    {
      ...withLink('confirm', 'Link to confirm an address', async (db, link, address) => {
        const account = await accountOfLink(db, link)
        if (!account) return undefined
        return {
          subject: `Confirm your address for ${out.productName}`,
          blocks: [
            { heading: 'Is this your address?' },
            {
              paragraph: `An account of ${out.productName} has this address. Confirm it to get mail from there.`,
            },
            { button: 'Confirm my address', address },
            { small: 'The link works once, for 24 hours. If you have no account there, do nothing.' },
          ],
        }
      }),
      // They are asked again with a later notification.
      onUnsent: async (tx, { userId }) => {
        if (userId !== null) await forgetConfirmationAsked(tx, userId)
      },
    },
    withLink('change', 'Link to confirm a new address', async (db, link, address) => {
      const account = await accountOfLink(db, link)
      if (!account) return undefined
      return {
        subject: `Confirm your new address for ${out.productName}`,
        blocks: [
          { heading: 'Is this your new address?' },
          {
            paragraph: `Somebody, most likely you, wants to log in to ${out.productName} with this address. Until you confirm it, the old one counts.`,
          },
          { button: 'Use this address', address },
          { small: 'The link works once, for 24 hours. If this wasn’t you, do nothing.' },
        ],
      }
    }),
    withLink('invite', 'Invitation', async (db, link, address) => {
      if (await isEmailTaken(db, link.email)) return undefined
      const inviter = link.madeBy === null ? undefined : await ownAccount(db, { id: link.madeBy })
      return {
        subject: `You are invited to ${out.productName}`,
        blocks: [
          { heading: `You are invited to ${out.productName}` },
          { paragraph: `${inviter?.fullName ?? 'An administrator'} invites you to report and follow bugs there.` },
          { button: 'Accept the invitation', address },
          { small: 'You choose your name and password there. The link works once, for 7 days.' },
        ],
      }
    }),
    withLink('sign-up', 'Link to sign up', async (db, link, address) => {
      if (!(await isEmailTaken(db, link.email)))
        return {
          subject: `Create your account for ${out.productName}`,
          blocks: [
            { heading: 'Create your account' },
            { paragraph: `Somebody, most likely you, asked for an account with this address.` },
            { button: 'Create my account', address },
            { small: 'The link works once, for 24 hours. If you did not ask for it, do nothing.' },
          ],
        }
      const login = out.linkTo(routePatterns.login)
      if (!login) return undefined
      return {
        subject: `You have an account for ${out.productName}`,
        blocks: [
          { heading: 'You have an account already' },
          { paragraph: `Somebody, most likely you, asked for an account with this address, which has one.` },
          { button: 'Log in', address: login },
          { small: 'The login page also helps if you forgot your password.' },
        ],
      }
    }),
    {
      name: passwordResetMail,
      title: 'Note that a password was set anew',
      needsConfirmed: false,
      write: async () =>
        textOf({
          subject: `Your password for ${out.productName} was changed`,
          blocks: [
            { heading: 'Your password was changed' },
            {
              paragraph: `Somebody, most likely you, chose a new password by a link. All browsers were logged out. If that wasn’t you, ask for a new password on the login page, and tell an administrator of ${out.productName}.`,
            },
          ],
        }),
    },
    {
      name: addressChangedMail,
      title: 'Note that an account has another address',
      needsConfirmed: false,
      write: async () =>
        textOf({
          subject: `Your address for ${out.productName} was changed`,
          blocks: [
            { heading: 'Your account has another address' },
            {
              paragraph: `An account that had this address logs in with another one now, which was confirmed. If that wasn’t you, tell an administrator of ${out.productName}.`,
            },
          ],
        }),
    },
  ]
}
