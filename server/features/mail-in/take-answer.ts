import type { Db, Tx } from '#server/db/database.ts'
import type { Actor } from '#server/access/actor.ts'
import { findActorOf } from '#server/features/auth/public.ts'
import { keepUpload } from '#server/features/attachments/public.ts'
import { storeMailedMessage } from '#server/features/chat/public.ts'
import type { ReplyAddress } from '#server/features/mail/public.ts'
import { attached, escaped, fromPlainText } from '#server/features/moving-in/public.ts'
import { linkHolderOf } from '#server/features/reporter-links/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { maxMessageLength } from '#shared/chat/words.ts'
import { maxCommentLength } from '#shared/comments/contract.ts'
import { storableText } from '#shared/http/fields.ts'
import type { HeldReason } from '#shared/mail-in/words.ts'
import { Readable } from 'node:stream'
import type { MailInNeeds } from './mail-in.ts'
import type { MailWithWords } from './read/mail-reader.ts'
import type { MailFile } from './read/read-mail.ts'

type Taken = { readonly bugId?: string; readonly commentId?: string; readonly conversationId?: string }

/**
 * Makes what is stored of an answer. Files are stored first, as uploads that the comment then refers to.
 * @returns what stores it in a transaction, or why it can't be
 */
export async function answerOf(
  needs: MailInNeeds,
  { mail, words }: MailWithWords,
  reply: ReplyAddress,
): Promise<((tx: Tx) => Promise<Taken>) | HeldReason> {
  const { userId, bugId, conversationId } = reply
  if (conversationId !== null) {
    const files = mail.files.map(({ name }) => name)
    const message = withLine(
      words,
      files.length > 0 ? `Files of this mail are not shown here: ${files.join(', ')}` : '',
    )
    if (message.length > maxMessageLength) return 'too-long'
    return async (tx) => {
      await storeMailedMessage(tx, conversationId, { userId, message: storableText(message) })
      return { conversationId }
    }
  }
  if (userId === null || bugId === null) return 'unknown-address'
  const actor = await writerOf(needs.db, userId, bugId)
  if (!actor) return 'not-allowed'
  const text = fromPlainText(storableText(words), { mention: () => undefined, attachment: () => undefined })
  if (text.length > maxCommentLength) return 'too-long'
  const { references, refused } = await storeFiles(needs, actor, mail.files)
  const told = refused.length > 0 ? `Not attached: ${refused.join(', ')}` : ''
  const message = [text, references.join('\n'), told].filter((part) => part !== '').join('\n\n')
  if (message.length > maxCommentLength) return 'too-long'
  return async (tx) => {
    // Their rights may have changed while files were stored.
    const now = await writerOf(tx, userId, bugId)
    if (!now) throw new AppError('forbidden', 'They may not see this bug any more.')
    return { bugId, commentId: await needs.addComment(tx, now, bugId, message, { byMail: true }) }
  }
}

/** Whoever may see bugs writes with their rights, and a reporter without an account as by the link to their bug, while it works. */
async function writerOf(db: Db, userId: string, bugId: string): Promise<Actor | undefined> {
  const actor = await findActorOf(db, userId)
  if (actor?.permissions.has('canViewData')) return actor
  const holder = await linkHolderOf(db, bugId)
  return holder?.userId === userId ? holder.actor : undefined
}

const withLine = (text: string, line: string) => (line === '' ? text : text === '' ? line : `${text}\n\n${line}`)

/** @returns references to the files that were stored, and what is told of the others */
async function storeFiles(
  { inTx, attachments }: MailInNeeds,
  actor: { readonly userId: string; readonly fullName: string },
  files: readonly MailFile[],
): Promise<{ references: readonly string[]; refused: readonly string[] }> {
  const [references, refused]: [string[], string[]] = [[], []]
  for (const { name, content } of files) {
    try {
      const upload = { name, content: Readable.from([Buffer.from(content)]), declaredBytes: content.length }
      const { _id, name: storedName } = await keepUpload(actor, upload, inTx, attachments)
      references.push(escaped([attached(_id, storedName)]))
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error
      const plain = name.replaceAll(/[\\`*_[\]{}<>#@~&|\p{Cc}]/gu, ' ').trim()
      refused.push(`${plain} (${whyNot[error.code] ?? 'it can’t be stored'})`)
    }
  }
  return { references, refused }
}

const whyNot: Readonly<Partial<Record<AppError['code'], string>>> = {
  'too-large': 'it is too large',
  'too-many-requests': 'too many files at once',
  'invalid-input': 'it is empty',
}
