import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { drafts } from '#web/lib/drafts/drafts.ts'
import { randomUuid } from '#web/lib/drafts/random-uuid.ts'

/** A comment that was sent, and of which it is not known yet whether the server has it. */
export interface OutgoingComment {
  /** Stays with the text however often it is sent, so that it is stored once. */
  readonly key: string
  readonly message: string
  /** When the last thing happened that was known of the bug, by the server's clock; empty when nothing was. */
  readonly since: string
  /** The text stands in the box again. */
  readonly isBack: boolean
}

/** The drafts in which a bug's new comment is written, and in which those that were sent wait for their answer. */
export const boxName = (bugId: string) => `comment on ${bugId}`
export const outgoingName = (bugId: string) => `comments on their way to ${bugId}`

/** The comments that one account has sent to one bug from this page. They outlive it, until each one's fate is known. */
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
    /** A text begins its way. One that came back and was not changed keeps its key. */
    begin: (message: string, since: string): OutgoingComment => {
      const again = list().find((one) => one.isBack && one.message === message)
      const begun = { key: again?.key ?? randomUuid(), message, since: again?.since ?? since, isBack: false }
      keep([...list().filter(({ key }) => key !== begun.key), begun])
      return begun
    },
    /**
     * Puts a text that was not stored back into the box, before what was typed there since.
     * @param isCertain the server has said that it did not store it
     */
    giveBack: (comment: OutgoingComment, { isCertain, isRestored }: { isCertain: boolean; isRestored: boolean }) => {
      const typed = box()
      const text = typed.trim() === '' ? comment.message : `${comment.message}\n\n${typed}`
      // The box first: the text must not be nowhere for a moment.
      drafts.write(account, boxName(bugId), text, isRestored)
      const others = list().filter(({ key }) => key !== comment.key)
      keep(isCertain ? others : [...others, { ...comment, isBack: true }])
    },
    /** It turned out to be stored: it is no draft any more. */
    confirm: ({ key, message }: OutgoingComment) => {
      const text = box()
      if (text === message) drafts.write(account, boxName(bugId), '')
      else if (text.startsWith(`${message}\n\n`)) drafts.write(account, boxName(bugId), text.slice(message.length + 2))
      drop(key)
    },
  }
}

/** Whether a timeline holds a comment that its writer sent. */
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
