import type { Db } from '#server/db/database.ts'
import type { Leaf } from './leaves.ts'
import { holdsPhrase } from './search-plan.ts'
import type { Values } from './term-sql.ts'

/** Bugs that are ranked exactly; where more match, the others follow. */
export const rankedCandidates = 2_000
/** Bugs that hold a word are counted up to here: all words that are more common count alike. */
const mostCounted = 2_000
/** Leaves that a rank looks at. */
const mostLeaves = 12

/** How much a leaf weighs by the best place where it stands. */
const placeWeights = { title: 4, own: 2, elsewhere: 1 }
/** Above every sum of these: a word that is a name of the bug, such as its short id. */
const nameWeight = 1_000_000_000

export interface RankedLeaf {
  readonly leaf: Leaf
  /** Thousand times the logarithm of how rare it is. */
  readonly weight: number
}

/** The leaves by which bugs are ranked. A phrase weighs as much as the rarest word. */
export async function rankedLeaves(db: Db, wanted: readonly Leaf[]): Promise<RankedLeaf[]> {
  const leaves = rankingLeaves(wanted)
  if (leaves.length < 2) return leaves.map((leaf) => ({ leaf, weight: 1_000 }))
  const counts = leaves.map((leaf, n) => (leaf.isPhrase ? '1' : `count_with_words($${n + 1}::tsquery, ${mostCounted})`))
  const text = `select (select coalesce(sum(n), 0) from bug_counts)::integer as bugs, array[${counts.join(', ')}]::integer[] as counts,
    ${leaves.map((_, n) => `$${n + 1}::text as query_${n}`).join(', ')}`
  const [row] = await db.prepared<{ bugs: number; counts: number[] }>(
    { name: '', text },
    leaves.map((leaf) => leaf.query),
  )
  return leaves.map((leaf, n) => ({ leaf, weight: weightOf(row?.bugs ?? 0, row?.counts[n] ?? 0) }))
}

/** @param holding bugs that hold the word, out of so many */
export const weightOf = (bugs: number, holding: number) => Math.round(1000 * Math.log(1 + bugs / Math.max(1, holding)))

/** The leaves that rank. */
export const rankingLeaves = (wanted: readonly Leaf[]): readonly Leaf[] => wanted.slice(0, mostLeaves)

/** A tsquery for all of them. */
export const allOf = (leaves: readonly Leaf[]): string => leaves.map(({ query }) => query).join(' & ')

/** The bugs with all that is searched in the title: candidates before others. Its words are not enough for a phrase. */
export function titledSql(leaves: readonly RankedLeaf[], values: Values): string {
  const query = allOf(leaves.map(({ leaf }) => leaf))
  const phrases = leaves.flatMap(({ leaf }) => (leaf.plain === undefined ? [] : [titleHolds(values.add(leaf.plain))]))
  const source = `select f.bug_id from bugs_titled(${values.add(query)}::tsquery) f`
  if (phrases.length === 0) return source
  return `${source} join bug_texts o on o.bug_id = f.bug_id and o.comment_id is null where ${phrases.join(' and ')}`
}

/** Whether the title holds a phrase; `o` is the row of a bug's own texts. */
const titleHolds = (plain: string) => `position(${plain} in split_part(o.plain, E'\\n', 1)) > 0`

/**
 * The rank of a candidate: of each leaf, its weight times that of its best place.
 * @returns an expression on the candidate `m` with its `in_title`, its row `s` of `bug_ranks`, which may be missing, and
 * its own texts `o.plain`
 */
export function rankSql(leaves: readonly RankedLeaf[], values: Values): string {
  return leaves
    .map(({ leaf, weight }) => `${weight} * ${placeSql(leaf, values)} + ${nameSql(leaf, values)}`)
    .join(' + ')
}

function placeSql(leaf: Leaf, values: Values): string {
  const { title, own, elsewhere } = placeWeights
  if (leaf.plain !== undefined) {
    const plain = values.add(leaf.plain)
    const rest = leaf.isRequired
      ? `${elsewhere}`
      : `case when ${holdsPhrase('m.id', plain)} then ${elsewhere} else 0 end`
    return `case when ${titleHolds(plain)} then ${title}
      when position(${plain} in o.plain) > 0 then ${own} else ${rest} end`
  }
  const query = `${values.add(leaf.query)}::tsquery`
  const holds = `m.id in (select w.bug_id from bugs_with_words(${query}) w)`
  const rest = leaf.isRequired ? `${elsewhere}` : `case when ${holds} then ${elsewhere} else 0 end`
  return `case when m.in_title or s.title_words @@ ${query} then ${title} when s.own_words @@ ${query} then ${own} else ${rest} end`
}

/** Whether it looks like what a bug is named by. */
export function mayNameBug({ words }: Leaf): boolean {
  const [word] = words
  return word !== undefined && words.length === 1 && (/[0-9]/.test(word) || /^[0-9a-f]{6,24}$/.test(word))
}

/** Adds for a word that names the bug: its id, its short id or the beginning of it, its id in an older tracker. */
function nameSql(leaf: Leaf, values: Values): string {
  const [word] = leaf.words
  if (word === undefined || !mayNameBug(leaf)) return '0'
  const name = values.add(word)
  const isBeginning = leaf.isPrefix && /^[0-9a-f]{6,7}$/.test(word)
  const short = isBeginning ? `starts_with(right(m.id, 8), ${name})` : `right(m.id, 8) = ${name}`
  return `case when m.id = ${name} or ${short} or exists (
      select from bugs x where x.id = m.id and x.external_id is not null
        and ${name} = any(regexp_split_to_array(lower(x.external_id), '[^a-z0-9]+'))
    ) then ${nameWeight} else 0 end`
}
