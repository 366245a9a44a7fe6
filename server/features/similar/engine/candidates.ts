import { featureCount, featureNames, type FeatureName } from './features.ts'
import { titleCount } from './entries.ts'
import type { Known } from './known.ts'
import { eachPackedTerm } from './packed-terms.ts'
import { inverseFrequency, type QueryTerm, type QueryTerms } from './query-terms.ts'
import { type Hit, retrieve } from './retrieve.ts'
import type { SimilarQuery } from './similar-index.ts'
import type { Visible } from './visibility.ts'
import type { LexicalWeights } from './weights.ts'

/** Terms of a query that reports are found by. */
const mostTerms = 40
/** Reports that are looked at closely. */
const mostHits = Number(process.env["HITS"] ?? 200)

const day = 86_400_000

export interface Candidate {
  readonly slot: number
  readonly features: Float64Array
}

const index = Object.fromEntries(featureNames.map((name, at) => [name, at])) as Record<FeatureName, number>

/** The reports that share most with the query, with what is known of each. */
export function candidates(
  known: Known,
  visible: Visible,
  weights: LexicalWeights,
  query: SimilarQuery,
  asked: QueryTerms,
): Candidate[] {
  const { reports } = known
  const terms = asked.terms.slice(0, mostTerms)
  const hits = retrieve(known, visible, weights, terms, mostHits)
  if (hits.length === 0) return []
  const byTerm = new Map<number, QueryTerm>()
  for (const entry of asked.terms) if (entry.term >= 0) byTerm.set(entry.term, entry)
  const total = asked.terms.reduce((sum, { weight }) => sum + weight, 0)
  const reached = terms.reduce((sum, { weight }) => sum + weight, 0)
  const sumOf = (field: 'title' | 'prose' | 'code') =>
    asked.terms.reduce((sum, entry) => (entry[field] > 0 ? sum + entry.idf : sum), 0)
  const titleTotal = sumOf('title')
  const proseTotal = sumOf('prose')
  const codeTotal = sumOf('code')
  const idfs = new Map<number, number>()
  const idfOf = (term: number) => {
    const before = idfs.get(term)
    if (before !== undefined) return before
    const idf = byTerm.get(term)?.idf ?? inverseFrequency(visible.count, visible.reportsWith(term))
    idfs.set(term, idf)
    return idf
  }
  const product = reports.nameOf(query.product)
  const component = reports.nameOf(query.component)
  const pairs = pairsOf(asked.title)
  const best = hits[0]?.score ?? 1
  let qnorm = 0, qtnorm = 0
  for (const e of asked.terms) { qnorm += (e.idf * (e.title > 0 ? 3 : 1)) ** 2; if (e.title > 0) qtnorm += e.idf * e.idf }
  const members = membersOf(hits, (slot) => reports.groups[slot] as string)

  const own: { terms: number[]; w: number[]; norm: number }[] = hits.map(({ slot }) => {
    const terms: number[] = [], w: number[] = []
    let norm = 0
    eachPackedTerm(reports.packed[slot] as string, () => {}, (term, counts) => {
      const x = idfOf(term) * (titleCount(counts) > 0 ? 3 : 1)
      terms.push(term); w.push(x); norm += x * x
    })
    return { terms, w, norm: Math.sqrt(norm) || 1 }
  })
  const PRF = 10
  const share = hits.slice(0, PRF).map(({ score }) => (score / best) ** 3)
  const shareSum = share.reduce((a, b) => a + b, 0)
  const centroid = new Map<number, number>()
  for (let i = 0; i < Math.min(PRF, hits.length); i++) {
    const d = own[i]!
    d.terms.forEach((t, k) => { centroid.set(t, (centroid.get(t) ?? 0) + (share[i]! * d.w[k]!) / d.norm) })
  }
  return hits.map(({ slot, score }, at) => {
    const f = new Float64Array(featureCount)
    let covered = 0
    let proseInTitle = 0
    let titleInText = 0
    let titleInTitle = 0
    let rarest = 0
    let titleAll = 0
    let titleKnown = 0
    let codeShared = 0
    let all = 0, norm = 0, dot = 0, tdot = 0, tnorm = 0
    const title: number[] = []
    eachPackedTerm(
      reports.packed[slot] as string,
      (term) => {
        title.push(term)
        const idf = idfOf(term)
        titleAll += idf
        if (byTerm.has(term)) titleKnown += idf
      },
      (term, counts) => {
        const w = titleCount(counts) > 0 ? 3 : 1
        const ci = idfOf(term)
        all += ci
        norm += (ci * w) ** 2
        if (w === 3) tnorm += ci * ci
        const entry = byTerm.get(term)
        if (!entry) return
        const { idf } = entry
        covered += entry.weight
        const band = idf < 2 ? 0 : idf < 3.5 ? 1 : idf < 5 ? 2 : idf < 7 ? 3 : 4
        const qf = entry.title > 0 ? 0 : entry.prose > 0 ? 10 : 20
        const b0 = index.tt0 + qf + (titleCount(counts) > 0 ? 0 : 5) + band
        f[b0] = (f[b0] as number) + idf / (qf === 0 ? titleTotal : qf === 10 ? Math.min(proseTotal, 100) : Math.min(codeTotal,100))
        dot += idf * idf * (entry.title > 0 ? 3 : 1) * (titleCount(counts) > 0 ? 3 : 1)
        if (entry.title > 0 && titleCount(counts) > 0) tdot += idf * idf
        if (idf > rarest) rarest = idf
        const inTitle = titleCount(counts) > 0
        if (entry.title > 0) {
          if (inTitle) titleInTitle += idf
          if ((counts & 255) > 0) titleInText += idf
        }
        if (entry.prose > 0 && inTitle) proseInTitle += idf
        if (entry.code > 0 && (counts & 15) > 0) codeShared += idf
      },
    )
    let newest = 0
    let size = 0
    reports.eachOfGroup(slot, (member) => {
      if (!visible.sees(member)) return
      size++
      newest = Math.max(newest, reports.createdOn[member] as number)
    })
    const sameProduct = product !== 0 && product === reports.product[slot]
    const sameComponent = component !== 0 && component === reports.component[slot]
    f[index.bm25] = score
    f[index.bm25Share] = score / (reached || 1)
    f[index.covered] = covered / (total || 1)
    f[index.titleKnown] = titleKnown / (titleAll || 1)
    f[index.proseInTitle] = proseInTitle / (proseTotal || 1)
    f[index.titleInText] = titleInText / (titleTotal || 1)
    f[index.titleInTitle] = titleInTitle / (titleTotal || 1)
    f[index.sameProduct] = sameProduct ? 1 : 0
    f[index.sameComponent] = sameComponent ? 1 : 0
    f[index.sameBoth] = sameProduct && sameComponent ? 1 : 0
    f[index.fresh] = -Math.log1p(Math.max(0, query.now - newest) / day)
    f[index.groupSize] = Math.log(size)
    f[index.ownAge] = -Math.log1p(Math.max(0, query.now - (reports.createdOn[slot] as number)) / day)
    f[index.rarest] = rarest
    f[index.titlePairs] = sharedPairs(pairs, title)
    f[index.codeShared] = codeShared / (codeTotal || 1)
    const others = members.get(reports.groups[slot] as string) as Hit[]
    const other = others[0]?.slot === slot ? others[1] : others[0]
    f[index.secondMember] = (other?.score ?? 0) / (reached || 1)
    f[index.ofBest] = score / best
    f[index.reverse] = dotShare(covered, all)
    f[index.cosine] = dot / Math.sqrt(norm * qnorm || 1)
    f[index.titleCos] = tdot / Math.sqrt(tnorm * qtnorm || 1)
    f[index.longestRun] = longestRun(asked.title, title)
    const len = (reports.proseLength[slot] as number), clen = reports.codeLength[slot] as number
    f[index.candLen] = Math.log1p(len)
    f[index.candCode] = Math.log1p(clen)
    f[index.candTitleLen] = Math.log1p(title.length)
    f[index.lenDiff] = Math.abs(Math.log1p(title.length) - Math.log1p(asked.title.length))
    f[index.bothCode] = clen > 0 && codeTotal > 0 ? 1 : clen > 0 || codeTotal > 0 ? -1 : 0
    f[index.rankInv] = 1 / (5 + at)
    let recent = 0
    reports.eachOfGroup(slot, (member) => { if (visible.sees(member) && query.now - (reports.createdOn[member] as number) < 30 * day) recent++ })
    f[index.recent90] = Math.log1p(recent)
    const d = own[at]!
    let prf = 0, prfNew = 0
    d.terms.forEach((t, k) => {
      let c = centroid.get(t)
      if (c === undefined) return
      if (at < PRF) c -= (share[at]! * d.w[k]!) / d.norm
      const x = (c * d.w[k]!) / d.norm
      prf += x
      if (!byTerm.has(t)) prfNew += x
    })
    const left = shareSum - (at < PRF ? share[at]! : 0) || 1
    f[index.titleTri] = prf / left
    f[index.groupCovered] = prfNew / left
    return { slot, features: f }
  })
}

function membersOf(hits: readonly Hit[], groupOf: (slot: number) => string): Map<string, Hit[]> {
  const members = new Map<string, Hit[]>()
  for (const hit of hits) {
    const group = groupOf(hit.slot)
    const list = members.get(group)
    if (list) list.push(hit)
    else members.set(group, [hit])
  }
  return members
}

function pairsOf(title: readonly number[]): Set<number> {
  const pairs = new Set<number>()
  for (let at = 1; at < title.length; at++) {
    const [first, second] = [title[at - 1] as number, title[at] as number]
    if (first >= 0 && second >= 0) pairs.add(first * 4_194_304 + second)
  }
  return pairs
}

/** Share of the neighbouring words of the query's title that stand side by side in the candidate's too. */
function sharedPairs(pairs: Set<number>, title: readonly number[]): number {
  if (pairs.size === 0) return 0
  let shared = 0
  for (const pair of pairsOf(title)) if (pairs.has(pair)) shared++
  return shared / pairs.size
}

function dotShare(a: number, b: number) { return a / (b || 1) / 4 }
function longestRun(a: readonly number[], b: readonly number[]): number {
  let best = 0
  let before = new Uint8Array(b.length + 1)
  for (const x of a) {
    const row = new Uint8Array(b.length + 1)
    if (x >= 0) for (let j = 0; j < b.length; j++) if (b[j] === x) { const v = (before[j] as number) + 1; row[j + 1] = v; if (v > best) best = v }
    before = row
  }
  return best
}
