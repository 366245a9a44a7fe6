import type { InstallationKey } from '#server/config/installation-key.ts'
import { type LessMail, lessLinks, type MailBlock, type MailOut } from '#server/features/mail/public.ts'
import type { BugLink } from '#shared/links/link.ts'
import { routePatterns } from '#shared/site/screens.ts'

/** What the link that lowers something is called. */
const lessWords: Readonly<Partial<Record<LessMail['about'], string>>> = {
  bug: 'Hear less about this bug',
  view: 'Stop telling me about this view',
}

/** How a question is answered, in the mail that asks it. */
export const answerWords = 'This is a question to you: the bug waits for your answer, which you give as a comment.'

/**
 * Returns the texts that end each mail of news, and where one request ends them; undefined where links lead nowhere.
 * @param why the sentence that says why somebody gets it
 */
export function mailEnd(
  key: InstallationKey,
  out: MailOut,
  less: LessMail,
  { timeZone, why }: { readonly timeZone: string; readonly why: string },
): { blocks: MailBlock[]; unsubscribe: string } | undefined {
  const [address, profile] = [lessLinks(key, out, less), out.linkTo(routePatterns.profile)]
  if (!address || !profile) return undefined
  return {
    blocks: [
      {
        small: why,
        link: { text: lessWords[less.about] ?? 'Stop these mails', address: address.page },
      },
      {
        small: `Times are those of ${timeZone}.`,
        link: { text: 'Choose what is mailed, and when', address: profile },
      },
    ],
    unsubscribe: address.oneClick,
  }
}

export const pathOf = (bug: BugLink) => routePatterns.viewBug.replace('$bugId', bug.key)

export const timesIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  return (at: string) => format.format(new Date(at))
}
