import { featureCount, type SingleFeature, singleFeatures } from './features.ts'
import { inverseFrequency, type QueryTerms } from './query-terms.ts'
import { queryView, type QueryView } from './query-view.ts'
import { type Hit, retrieve } from './retrieve.ts'
import { sharedWords } from './shared-words.ts'
import type { Known, SimilarQuery } from './similar-index.ts'
import type { Visible } from './visibility.ts'
import type { LexicalWeights } from './weights.ts'

/** Number of a query's terms that are used to find reports. */
const mostTerms = 40
/** Number of reports that are compared in detail. */
const mostHits = 500
/** Days in which a group's reports are recent. */
const recentDays = 30

const day = 86_400_000

export interface Candidate {
  readonly slot: number
  /** See features.ts. */
  readonly features: Float64Array
}

/** What the comparison of all hits needs. */
interface Comparison {
  readonly known: Known
  readonly visible: Visible
  readonly query: QueryView
  readonly idfOf: (term: number) => number
  /** The highest lexical score, and the highest possible one. */
  readonly best: number
  readonly possible: number
  /** The two best hits of each group. */
  readonly leaders: ReadonlyMap<string, readonly Hit[]>
}

/** Returns the reports that have most in common with the query, with their features; by lexical score, best first. */
export function candidates(
  known: Known,
  visible: Visible,
  weights: LexicalWeights,
  query: SimilarQuery,
  asked: QueryTerms,
): Candidate[] {
  const terms = asked.terms.slice(0, mostTerms)
  const hits = retrieve(known, visible, weights, terms, mostHits)
  const { idfOf, forget } = rememberIdf(known, visible)
  const comparison = {
    ...{ known, visible, query: queryView(known, query, asked), idfOf },
    best: hits[0]?.score ?? 1,
    possible: terms.reduce((sum, { weight }) => sum + weight, 0) || 1,
    leaders: leadersOf(hits, known),
  }
  try {
    return hits.map((hit, rank) => ({ slot: hit.slot, features: featuresOf(hit, rank, comparison) }))
  } finally {
    forget()
  }
}

function featuresOf(hit: Hit, rank: number, comparison: Comparison): Float64Array {
  const { known, query, idfOf, best, possible } = comparison
  const { reports } = known
  const { slot, score } = hit
  const features = new Float64Array(featureCount)
  const terms = reports.termsOf(slot)
  const words = sharedWords(terms, query, idfOf, features)
  const { size, newest, recent } = groupOf(slot, comparison)
  const sameProduct = query.product !== 0 && query.product === reports.product[slot]
  const sameComponent = query.component !== 0 && query.component === reports.component[slot]
  const codeLength = reports.codeLength[slot] as number
  const single: Record<SingleFeature, number> = {
    bm25: score,
    bm25Share: score / possible,
    bm25OfBest: score / best,
    rank: 1 / (5 + rank),
    covered: share(words.covered, query.totalWeight),
    candidateKnown: share(words.covered, words.all),
    titleKnown: share(words.titleKnown, words.titleAll),
    proseFoundInTitle: share(words.proseInTitle, query.proseIdf),
    titleFoundInText: share(words.titleInText, query.titleIdf),
    titleFoundInTitle: share(words.titleInTitle, query.titleIdf),
    codeFoundInCode: share(words.codeInCode, query.codeIdf),
    cosine: share(words.dot, Math.sqrt(words.norm) * query.norm),
    titleCosine: share(words.titleDot, Math.sqrt(words.titleNorm) * query.titleNorm),
    rarest: words.rarest,
    sameProduct: Number(sameProduct),
    sameComponent: Number(sameComponent),
    sameBoth: Number(sameProduct && sameComponent),
    groupFresh: -Math.log1p(daysSince(newest, query.now)),
    fresh: -Math.log1p(daysSince(reports.createdOn[slot] as number, query.now)),
    groupRecent: Math.log1p(recent),
    groupSize: Math.log(size),
    otherMember: otherMember(hit, comparison) / possible,
    titleLength: Math.log1p(terms.title.length),
    titleLengthDiffers: Math.abs(Math.log1p(terms.title.length) - Math.log1p(query.title.length)),
    proseLength: Math.log1p(reports.proseLength[slot] as number),
    codeLength: Math.log1p(codeLength),
    bothCode: bothOf(codeLength > 0, query.codeIdf > 0),
  }
  for (const [at, name] of singleFeatures.entries()) features[at] = single[name]
  return features
}

function groupOf(slot: number, { known: { reports }, visible, query }: Comparison) {
  let size = 0
  let newest = -Infinity
  let recent = 0
  for (const member of reports.membersOf(reports.groups[slot] as string)) {
    if (!visible.sees(member)) continue
    const createdOn = reports.createdOn[member] as number
    size++
    newest = Math.max(newest, createdOn)
    if (daysSince(createdOn, query.now) < recentDays) recent++
  }
  return { size, newest, recent }
}

function otherMember({ slot }: Hit, { known, leaders }: Comparison): number {
  const [first, second] = leaders.get(known.reports.groups[slot] as string) ?? []
  return (first?.slot === slot ? second?.score : first?.score) ?? 0
}

function leadersOf(hits: readonly Hit[], { reports }: Known): Map<string, Hit[]> {
  const leaders = new Map<string, Hit[]>()
  for (const hit of hits) {
    const group = reports.groups[hit.slot] as string
    const some = leaders.get(group)
    if (!some) leaders.set(group, [hit])
    else if (some.length < 2) some.push(hit)
  }
  return leaders
}

/** Idf by term, 0 while not computed. Grows with the index; one query is answered at a time. */
let idfs = new Float64Array(0)

/** Computes the idf of each term once. @returns the idf of a term; and the function that clears all */
function rememberIdf(known: Known, visible: Visible) {
  if (idfs.length < known.terms.size) idfs = new Float64Array(Math.ceil(known.terms.size * 1.2))
  const memory = idfs
  const touched: number[] = []
  const idfOf = (term: number) => {
    const before = memory[term] as number
    if (before > 0) return before
    const idf = inverseFrequency(visible.count, visible.reportsWith(term))
    memory[term] = idf
    touched.push(term)
    return idf
  }
  const forget = () => {
    for (const term of touched) memory[term] = 0
  }
  return { idfOf, forget }
}

function bothOf(one: boolean, other: boolean): number {
  return one && other ? 1 : one || other ? -1 : 0
}

const daysSince = (time: number, now: number) => Math.max(0, now - time) / day
const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0)
