/** Minutes between two transcripts of one conversation, or to one address that nobody has confirmed. */
export const transcriptPauseMinutes = 10

/** Longest chat message, in UTF-16 code units; with everything around it, it fits a frame of 64 kB in any script. */
export const maxMessageLength = 10_000

/** Longest name that a visitor may give themselves. */
export const maxVisitorNameLength = 40

/** Longest identifier that a client may give its own message. */
export const maxClientIdLength = 64

/** Messages that one reply carries at most. */
export const maxMessagesPerReply = 200

export const maxAnswerTitleLength = 80

/** Largest frame that the socket accepts, in bytes. */
export const maxFrameBytes = 64 * 1024

/** Who wrote a message: the visitor, a member of staff, or the product itself (the status of a bug). */
export const chatSenders = ['visitor', 'staff', 'product'] as const
export type ChatSender = (typeof chatSenders)[number]

/** The parts of the inbox. `all` leaves out closed conversations, `closed` holds only those. */
export const inboxViews = ['unassigned', 'mine', 'all', 'closed'] as const
export type InboxView = (typeof inboxViews)[number]
