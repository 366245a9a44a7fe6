/** What decides whom a comment leaves waiting. */
interface Said {
  readonly isOfReporter: boolean
  /** Whoever said it speaks for the team; see `isOfTeam`. */
  readonly isOfTeam: boolean
  /** It is a question to the reporter. */
  readonly asks: boolean
}

/** Who waits for whom: the team for its reporter, and the reporter for the team. */
export interface Turn {
  readonly isWaiting: boolean
  readonly isOwed: boolean
}

/**
 * Decides who waits for whom after a comment. A question waits for the reporter, and pays what the team owed. Their next comment
 * is the answer, and the team owes one since then. What the team says pays it; what reporters of the team say to their own bugs
 * owes nothing unless they were asked, and what others say changes nothing.
 */
export function turnAfter({ isOfReporter, isOfTeam, asks }: Said, { isWaiting, isOwed }: Turn): Turn {
  if (asks) return { isWaiting: true, isOwed: false }
  if (isOfReporter) return { isWaiting: false, isOwed: isOwed || isWaiting || !isOfTeam }
  return { isWaiting, isOwed: isOwed && !isOfTeam }
}
