/** By which way a mail came: to the product's own listener, from a mailbox, or posted. */
export const cameBy = ['smtp', 'imap', 'http'] as const
export type CameBy = (typeof cameBy)[number]

/** What is known of a mail's delivery; a mailbox tells nothing of it. */
export interface Envelope {
  /** Absent where it is not known; empty for a bounce. */
  readonly from?: string
  readonly to: readonly string[]
  /** The address that it was delivered from. */
  readonly ip?: string
  /** What that called itself. */
  readonly helo?: string
}

/** `held` waits for an administrator; `dropped` was written by a machine, and is deleted after a while. */
export const receivedStates = ['waiting', 'done', 'held', 'dropped'] as const
export type ReceivedState = (typeof receivedStates)[number]

/** Why a mail waits for an administrator, in the order of the tests. */
export const heldReasons = [
  'unreadable',
  'too-large',
  'sender-unclear',
  'new-mail',
  'unknown-address',
  'several-addresses',
  'not-addressed',
  'other-sender',
  'not-authentic',
  'not-checked',
  'same-id',
  'too-many',
  'empty',
  'too-long',
  'not-allowed',
] as const
export type HeldReason = (typeof heldReasons)[number]

/** Why a mail starts nothing. */
export const droppedReasons = ['from-here', 'automatic', 'list', 'from-nobody', 'delivery-report'] as const
export type DroppedReason = (typeof droppedReasons)[number]

/** What administrators read of a reason. */
export const heldWords: Readonly<Record<HeldReason, string>> = {
  unreadable: 'It is damaged, or took too long to read.',
  'too-large': 'It is larger than mails may be; what stands here is its beginning.',
  'sender-unclear': 'It names no sender, or several.',
  'new-mail': 'It answers nothing: it was sent to the product’s own address.',
  'unknown-address': 'The address that it answers to was not made here, or was taken back.',
  'several-addresses': 'It was sent to several addresses for answers.',
  'not-addressed': 'The address for answers stands neither in To nor in Cc, as when somebody passes a mail on.',
  'other-sender': 'Its sender is not whom the address for answers was made for.',
  'not-authentic': 'Nothing shows that it comes from its sender: SPF, DKIM and DMARC don’t say so.',
  'not-checked': 'Where its sender would be checked gave no answer in time.',
  'same-id': 'A mail of this sender with the same Message-ID has been taken already, and says something else.',
  'too-many': 'Its sender wrote more mails within an hour than are taken.',
  empty: 'It says nothing: neither words nor files.',
  'too-long': 'It is longer than a comment or a message may be.',
  'not-allowed': 'Its sender may not write there: their rights, or the bug or conversation, have changed.',
}
