import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { drafts } from '#web/lib/drafts/drafts.ts'
import { randomUuid } from '#web/lib/drafts/random-uuid.ts'

/** A sent comment whose outcome is not known yet. */
export interface OutgoingComment {
  /** The same for every try, so that the comment is stored once. */
  readonly key: string
  readonly message: string
  /** Timestamp of the last known event of the bug, by the server's clock; empty without one. */
  readonly since: string
  /** Whether the text is back in the box. */
  readonly isBack: boolean
}

/** Names of the drafts of a bug's new comment, and of sent comments without an answer. */
export const boxName = (bugId: string) => `comment on ${bugId}`
export const outgoingName = (bugId: string) => `comments on their way to ${bugId}`

/**
 * Returns the comments that one account has sent to one bug from this page. They outlive the page until their outcome
 * is known.
 */
export function outgoingComments(account: string, bugId: string) {
  const name = outgoingName(bugId)
  const list = () => parseOutgoing(drafts.read(account, name).text)
  const keep = (next: readonly OutgoingComment[]) => {
    drafts.write(account, name, next.length === 0 ? '' : JSON.stringify(next))
  }
  const box = () => drafts.read(account, boxName(bugId)).text
  const drop = (key: string) => keep(list().filter((one) => one.key !== key))

  return {
    list,
    drop,
    /** Registers a text that is being sent. One that came back unchanged keeps its key. */
    begin: (message: string, since: string): OutgoingComment => {
      const again = list().find((one) => one.isBack && one.message === message)
      const begun = { key: again?.key ?? randomUuid(), message, since: again?.since ?? since, isBack: false }
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
      drafts.write(account, boxName(bugId), text, isRestored)
      const others = list().filter(({ key }) => key !== comment.key)
      keep(isCertain ? others : [...others, { ...comment, isBack: true }])
    },
    /** Removes a draft that turned out to be stored. */
    confirm: ({ key, message }: OutgoingComment) => {
      const text = box()
      if (text === message) drafts.write(account, boxName(bugId), '')
      else if (text.startsWith(`${message}\n\n`)) drafts.write(account, boxName(bugId), text.slice(message.length + 2))
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
