import type { Db, Tx } from '#server/db/database.ts'

/** A kind of mail, declared by the feature that has such mails sent. */
export interface MailKind {
  /** Names it in the database, so it stays as it is. */
  readonly name: string
  /** What it is, for administrators, such as “Link to choose a new password”. */
  readonly title: string
  /** Only those who confirmed this address get it; false for what confirms one, or was asked for by its address. */
  readonly needsConfirmed: boolean
  /**
   * Writes one when it is sent: texts and rights are read now, for a person who may get mail.
   * @returns undefined when there is nothing to say any more
   */
  write(db: Db, mail: DueMail): Promise<MailText | undefined>
  /** Told of one that was not sent, in time or to this address, so that what it says can be said otherwise. */
  readonly onUnsent?: (tx: Tx, mail: Pick<DueMail, 'id' | 'userId'>) => Promise<void>
  /** Told of one that had nothing to say any more. Where it is not the first of the tries, it may have been sent by one before. */
  readonly onDropped?: (tx: Tx, mail: Pick<DueMail, 'id'> & { readonly tries: number }) => Promise<void>
}

/** A mail that is due, as it is stored. */
export interface DueMail {
  readonly id: string
  readonly kind: string
  readonly userId: string | null
  readonly address: string
  /** What it is about; its kind says which record that is. */
  readonly subjectId: string | null
  readonly createdOn: Date
  /** When it was taken to be sent for the first time: what it said then, it says again. */
  readonly firstTriedOn: Date
  /** What it is about beside that; null for most kinds. */
  readonly detail: Readonly<Record<string, number>> | null
}

/** What a mail says. */
export interface MailText {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Who says it, where that is one person: the sender has their name, and the address that all mails have. */
  readonly fromName?: string
  /** The bug of whose thread it is part. */
  readonly bugId?: string
  /** Where one request, without a login, has fewer such mails sent (RFC 8058). */
  readonly unsubscribe?: string
  /** Where an answer to it goes, instead of to its sender. */
  readonly replyTo?: string
  /** Further headers. Those that name the sender, the receiver or the thread are not taken from here. */
  readonly headers?: Readonly<Record<string, string>>
}
