import type { Mention } from '#shared/texts/mention.ts'

/**
 * Select expressions, as JSON, of the people whom texts mention, for a statement that reads the record anyway. They
 * save a second query for the many records without mentions.
 */

/** The fields of a mention in `mentionsOfBug`; without a comment it is in the bug's own texts. */
export type MentionFields = readonly [commentId: string | null, userId: string, name: string]

/** The mentions in the own texts of the bug `b` and in its comments; null when there are none. */
export const mentionsOfBug = `(select json_agg(json_build_array(m.comment_id, m.user_id, m.name))
    from mentions m where m.bug_id = b.id)`

/** Only the mentions in its own texts. */
export const ownMentionsOfBug = `(select json_agg(json_build_array(m.comment_id, m.user_id, m.name))
    from mentions m where m.bug_id = b.id and m.comment_id is null)`

/**
 * Groups mentions. @param lists the result of these expressions @returns mentions by the comment's id; null for the
 * bug's own texts
 */
export function mentionsByText(lists: readonly MentionFields[] | null): ReadonlyMap<string | null, Mention[]> {
  const found = new Map<string | null, Mention[]>()
  for (const [commentId, _id, name] of lists ?? []) {
    const known = found.get(commentId)
    if (known) known.push({ _id, name })
    else found.set(commentId, [{ _id, name }])
  }
  return found
}

/** The mentions in the comment `c`. */
export const mentionsOfComment = `(select coalesce(json_agg(json_build_object('_id', m.user_id, 'name', m.name)), '[]')
    from mentions m where m.comment_id = c.id)`
