/** A search by words alone: those that one look into the word index answers, and what totals are kept by. */
export interface WordSearch extends KeptFacts {
  /** A tsquery. */
  readonly query: string
}

/** A search by age alone, beside what totals are kept by. */
export interface AgeSearch extends KeptFacts {
  /** Bugs reported at this moment or later; null for all. */
  readonly from: Date | null
  /** Bugs reported before this moment; null for all. */
  readonly before: Date | null
}

interface KeptFacts {
  readonly isClosed: boolean | null
  readonly classification: string | null
}

/** Where more has happened since, the search is made anew. */
export const mostChanged = 1_000

export interface Found {
  readonly numbers: Buffer | null
  readonly among: number
  /** The oldest transaction that this read may not have seen. */
  readonly xmin: string
}

/** The values of the statements, in their order; of a search by age without words, with its two moments. */
export function valuesOf(search: WordSearch | AgeSearch): unknown[] {
  const facts = [search.isClosed, search.classification]
  return 'query' in search ? [...facts, search.query] : [...facts, search.from, search.before]
}

/** Whether the facts hold that totals are kept by. */
const factsHold = '($1::boolean is null or is_closed = $1) and ($2::text is null or classification = $2)'
const among = `(select coalesce(sum(n), 0)::integer from bug_counts where ${factsHold}) as among`
const oldest = 'pg_snapshot_xmin(pg_current_snapshot())::text as xmin'
const wordsHold = 'words @@ $3::tsquery'
const ageHolds = '($3::timestamptz is null or created_on >= $3) and ($4::timestamptz is null or created_on < $4)'

export const allWithWords = {
  name: 'search-numbers',
  text: `select numbers_with_words($3::tsquery, $1::boolean, $2::text) as numbers, ${among}, ${oldest}`,
}
export const allOfAge = {
  name: 'search-numbers-of-age',
  text: `select (select string_agg(int4send(number), ''::bytea) from bug_search where ${factsHold} and ${ageHolds}) as numbers,
    ${among}, ${oldest}`,
}

export interface Changes {
  /** Events since then, up to one more than are looked at. */
  readonly count: number
  readonly matching: Buffer | null
  readonly others: Buffer | null
  readonly among: number
  readonly xmin: string
}

/** What may change matches. */
const isNews = `(starts_with(e.type, 'bug-') or starts_with(e.type, 'comment-'))`

/**
 * Two columns of a statement, as `News`: whether anything has happened since. Counted, because of what only has to exist the
 * planner forgets the order, and reads all events.
 * @param since the placeholder of the oldest transaction that may not have been seen
 */
export const newsColumns = (since: string) => `(select count(*)::integer from (
        select from events e where e.tx >= ${since}::text::xid8 and ${isNews} order by e.tx, e.id limit 1
      ) as first) as changes, ${oldest}`

export interface News {
  /** 0 or 1. */
  readonly changes: number
  /** The oldest transaction that this statement may not have seen. */
  readonly xmin: string
}

/** Whether anything has changed: mostly nothing has, and to ask so costs a tenth. */
export const anyChanges = {
  name: 'search-any-changes',
  text: `select ${newsColumns('$3')}, ${among}`,
}

/** The row of `anyChanges`. */
export interface AnyChanges extends News {
  readonly among: number
}

/**
 * All of it in one statement, which sees one moment. In order and with a limit, or the planner, which does not know how
 * few there are, would read all events.
 */
const changesSince = (holds: string, since: string) => `with latest as materialized (
      select e.subject_id from events e
      where e.tx >= ${since}::text::xid8 and ${isNews}
      order by e.tx, e.id limit ${mostChanged + 1}
    ), changed as materialized (
      select distinct subject_id from latest
    ), judged as materialized (
      select number, ${factsHold} and ${holds} as is_match
      from changed c join bug_search s on s.bug_id = c.subject_id
    )
    select (select count(*)::integer from latest) as count,
      (select string_agg(int4send(number), ''::bytea) from judged where is_match) as matching,
      (select string_agg(int4send(number), ''::bytea) from judged where not is_match) as others,
      ${among}, ${oldest}`

export const changesOfWords = { name: 'search-changes', text: changesSince(wordsHold, '$4') }
export const changesOfAge = { name: 'search-changes-of-age', text: changesSince(ageHolds, '$5') }
