import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { drafts } from '#web/lib/drafts/drafts.ts'
import { randomUuid } from '#web/lib/drafts/random-uuid.ts'

/** A sent comment whose outcome is not known yet. */
export interface OutgoingComment {
  /** The same for every try, so that the comment is stored once. */
  readonly key: string
  readonly message: string
  /** It asks the reporter something. */
  readonly asks?: boolean
  /** Timestamp of the last known event of the bug, by the server's clock; empty without one. */
  readonly since: string
  /** Whether the text is back in the box. */
  readonly isBack: boolean
}

/** What a new comment is: for everybody, one that asks the reporter, or for the team alone. */
export type CommentKind = 'comment' | 'question' | 'internal'

/** Names of the drafts of a bug's new comment, for everybody or for the team, and of sent comments without an answer. */
export const boxName = (bugId: string, isInternal = false) => `${isInternal ? 'internal ' : ''}comment on ${bugId}`
export const outgoingName = (bugId: string, isInternal = false) =>
  `${isInternal ? 'internal ' : ''}comments on their way to ${bugId}`
/** Beside the text of a new comment: whether it asks. */
export const kindName = (bugId: string) => `kind of comment on ${bugId}`

/**
 * Returns the comments of one kind that one account has sent to one bug from this page. They outlive the page until their
 * outcome is known. Each kind has a box of its own, so that no internal text ever stands in that for everybody.
 */
export function outgoingComments(account: string, bugId: string, isInternal = false) {
  const name = outgoingName(bugId, isInternal)
  const boxOf = boxName(bugId, isInternal)
  const list = () => parseOutgoing(drafts.read(account, name).text)
  const keep = (next: readonly OutgoingComment[]) => {
    drafts.write(account, name, next.length === 0 ? '' : JSON.stringify(next))
  }
  const box = () => drafts.read(account, boxOf).text
  const keepAsking = (asks: boolean) =>
    drafts.write(account, kindName(bugId), asks ? ('question' satisfies CommentKind) : '')
  const drop = (key: string) => keep(list().filter((one) => one.key !== key))

  return {
    list,
    drop,
    /** Registers a text that is being sent. One that came back unchanged keeps its key. */
    begin: (message: string, since: string, asks = false): OutgoingComment => {
      const again = list().find((one) => one.isBack && one.message === message && (one.asks ?? false) === asks)
      const begun = {
        ...{ key: again?.key ?? randomUuid(), message, since: again?.since ?? since, isBack: false },
        ...(asks && { asks }),
      }
      keep([...list().filter(({ key }) => key !== begun.key), begun])
      return begun
    },
    /**
     * Puts a text that was not stored back into the box, before what was typed since.
     * @param isCertain whether the server has said that it did not store it
     */
    giveBack: (comment: OutgoingComment, { isCertain, isRestored }: { isCertain: boolean; isRestored: boolean }) => {
      const typed = box()
      const text = typed.trim() === '' ? comment.message : `${comment.message}\n\n${typed}`
      // The box comes first, so that the text is always stored somewhere.
      drafts.write(account, boxOf, text, isRestored)
      // What was typed since keeps the kind that was chosen for it.
      if (comment.asks || (!isInternal && typed.trim() === '')) keepAsking(comment.asks === true)
      const others = list().filter(({ key }) => key !== comment.key)
      keep(isCertain ? others : [...others, { ...comment, isBack: true }])
    },
    /** Removes a draft that turned out to be stored. */
    confirm: ({ key, message, asks }: OutgoingComment) => {
      const text = box()
      if (text === message) drafts.write(account, boxOf, '')
      else if (text.startsWith(`${message}\n\n`)) drafts.write(account, boxOf, text.slice(message.length + 2))
      // What is written next asks nothing by itself.
      if (asks && box() === '') keepAsking(false)
      drop(key)
    },
  }
}

/** Returns whether a timeline contains a sent comment. */
export function isStored(
  entries: readonly TimelineEntry[],
  { message, since }: OutgoingComment,
  account: string,
): boolean {
  return entries.some(({ comment }) => {
    return comment?.user._id === account && comment.message === message && comment.createdOn > since
  })
}

export function parseOutgoing(json: string): readonly OutgoingComment[] {
  try {
    const list = JSON.parse(json || '[]') as unknown
    return Array.isArray(list) ? list.filter(isOutgoing) : []
  } catch {
    return []
  }
}

function isOutgoing(one: unknown): one is OutgoingComment {
  const { key, message, since } = (one ?? {}) as Partial<OutgoingComment>
  return typeof key === 'string' && typeof message === 'string' && typeof since === 'string'
}
