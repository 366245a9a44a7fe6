import type { Mention } from '#shared/texts/mention.ts'

/**
 * Select expressions, as JSON, of whom texts name: for a statement that has read the record already, so that nobody asks
 * again for the many records that name nobody.
 */

/** What `mentionsOfBug` gives of a mention; without a comment it stands in the bug's own texts. */
export type MentionFields = readonly [commentId: string | null, userId: string, name: string]

/** Whom the own texts of the bug `b` name, and whom its comments do; null when nobody. */
export const mentionsOfBug = `(select json_agg(json_build_array(m.comment_id, m.user_id, m.name))
    from mentions m where m.bug_id = b.id)`

/** Whom its own texts name alone. */
export const ownMentionsOfBug = `(select json_agg(json_build_array(m.comment_id, m.user_id, m.name))
    from mentions m where m.bug_id = b.id and m.comment_id is null)`

/** @param lists what these gave @returns mentions by the comment's id; null for the bug's own texts */
export function mentionsByText(lists: readonly MentionFields[] | null): ReadonlyMap<string | null, Mention[]> {
  const found = new Map<string | null, Mention[]>()
  for (const [commentId, _id, name] of lists ?? []) {
    const known = found.get(commentId)
    if (known) known.push({ _id, name })
    else found.set(commentId, [{ _id, name }])
  }
  return found
}

/** Whom the comment `c` names. */
export const mentionsOfComment = `(select coalesce(json_agg(json_build_object('_id', m.user_id, 'name', m.name)), '[]')
    from mentions m where m.comment_id = c.id)`
