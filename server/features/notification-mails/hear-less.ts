import type { InstallationKey } from '#server/config/installation-key.ts'
import type { Tx } from '#server/db/database.ts'
import { endConversationMail } from '#server/features/chat/public.ts'
import { lowerBugLevel } from '#server/features/following/public.ts'
import { type LessMail, readLessToken, revokeReplyAddresses } from '#server/features/mail/public.ts'
import { setMailed } from '#server/features/reporter-links/public.ts'
import { prefer } from '#server/features/users/public.ts'
import { turnBellOff } from '#server/features/views/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { UsualLevels } from '#shared/following/usual-levels.ts'
import type { LessMailOf } from '#shared/mail/words.ts'

type LevelLeft = 'mentions' | 'nothing'

/**
 * Does what the link of a mail is for, for whoever holds it: it only ever lowers what its receiver is mailed, and says nothing of
 * them or of the bug. Doing it again changes nothing.
 * @param usual what the installation has for who chose nothing
 * @param level what is still told of a bug
 * @throws AppError not-found for a token that was not made here
 */
export async function hearLess(
  tx: Tx,
  { key, usual }: { readonly key: InstallationKey; readonly usual: UsualLevels },
  { token, level = 'nothing' }: { readonly token: string; readonly level?: LevelLeft | undefined },
): Promise<{ about: LessMailOf }> {
  const less = readLessToken(key, token)
  if (!less)
    throw new AppError('not-found', 'This link was not made here, or was cut off: open it from the mail again.')
  await lower(tx, less, level, usual)
  return { about: less.about }
}

async function lower(tx: Tx, less: LessMail, level: LevelLeft, usual: UsualLevels): Promise<void> {
  if (less.about === 'bug') {
    await lowerBugLevel(tx, less, level, usual)
    await revokeReplyAddresses(tx, { userId: less.userId, bugId: less.bugId })
  } else if (less.about === 'view') await turnBellOff(tx, less)
  else if (less.about === 'all') {
    await prefer(tx, less.userId, { mailFrequency: 'never' })
    await revokeReplyAddresses(tx, { userId: less.userId })
  } else if (less.about === 'report') await setMailed(tx, less.linkId, false)
  else await endConversationMail(tx, less)
}
