import type { Actor } from '#server/access/actor.ts'
import type { MailInSettings } from '#server/config/config.ts'
import type { InstallationKey } from '#server/config/installation-key.ts'
import type { Logger } from '#server/config/log.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import type { AttachmentStore } from '#server/features/attachments/public.ts'
import type { HeldReason } from '#shared/mail-in/words.ts'
import type { MailFile } from './read/read-mail.ts'

/** A mail that answers nothing. */
export interface ParsedMail {
  /** Of the row of the received mail: the same each time it is handled. */
  readonly receivedId: string
  /** Without brackets; null where it has none. */
  readonly messageId: string | null
  readonly from: { readonly address: string; readonly name: string }
  /** The product's own addresses to which it was sent, in lower case. */
  readonly to: readonly string[]
  readonly subject: string
  /** What its author wrote, without quoted mails and signature. */
  readonly text: string
  readonly attachments: readonly MailFile[]
  readonly receivedOn: Date
  /** It comes from whom it names. */
  readonly isAuthentic: boolean
}

/**
 * Takes a mail that answers nothing, in the transaction that notes that it was taken, so it happens once.
 * @returns why administrators have to look at it; undefined where it was taken
 */
export type NewMailHandler = (tx: Tx, mail: ParsedMail) => Promise<HeldReason | undefined>

export interface MailInNeeds {
  readonly db: Db
  readonly inTx: InTx
  readonly log: Logger
  readonly key: InstallationKey
  /** Undefined where no mail comes in. */
  readonly settings: MailInSettings | undefined
  /** The address from which mail is sent, to which bounces come. */
  readonly sender: string | undefined
  readonly attachments: AttachmentStore
  readonly addComment: (
    tx: Tx,
    actor: Actor,
    bugId: string,
    message: string,
    how: { readonly byMail: true },
  ) => Promise<string>
  /** Undefined where such mails wait for administrators. */
  readonly handleNewMail?: NewMailHandler | undefined
  /** Told of each mail that was handled. */
  readonly onHandled?: ((outcome: 'done' | 'held' | 'dropped') => void) | undefined
}
