/** Keys of the advisory locks that connections hold for as long as they are open: 'moth' in ASCII, then which lock. */
export const ours = 0x6d6f7468
export const sessionLocks = {
  /** The one application on an embedded server. */
  app: 1,
  /** Shared by everybody who uses an embedded server. */
  users: 2,
  /** Who changes the schema. */
  migration: 3,
  /** Shared by all running nodes. */
  nodes: 4,
  /** The one node that reads the mailbox of received mails. */
  mailbox: 5,
} as const
