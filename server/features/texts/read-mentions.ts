/**
 * Select expressions, as JSON, of whom texts name: for a statement that has read the record already, so that nobody asks
 * again for the many records that name nobody.
 */

/** Whom the own texts of the bug `b` name. */
export const mentionsOfBug = `(select coalesce(json_agg(json_build_object('_id', m.user_id, 'name', m.name)), '[]')
    from mentions m where m.bug_id = b.id and m.comment_id is null)`

/** Whom the comment `c` names. */
export const mentionsOfComment = `(select coalesce(json_agg(json_build_object('_id', m.user_id, 'name', m.name)), '[]')
    from mentions m where m.comment_id = c.id)`
