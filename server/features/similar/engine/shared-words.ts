import { firstShared, rarities, rarityOf } from './features.ts'
import { type QueryView, titleFactor } from './query-view.ts'
import { isInCode, isInText, isInTitle, type ReportTerms, termOf } from './report-table.ts'

/** A description with more idf than this is long; the weight of each word is not reduced further. */
const longIdf = 100

/** Sums of idf, or of its squares for the cosines. */
export interface SharedWords {
  readonly covered: number
  readonly all: number
  readonly titleAll: number
  readonly titleKnown: number
  readonly proseInTitle: number
  readonly titleInText: number
  readonly titleInTitle: number
  readonly codeInCode: number
  readonly rarest: number
  readonly dot: number
  readonly norm: number
  readonly titleDot: number
  readonly titleNorm: number
}

/**
 * Compares the words of a candidate with those of the query.
 * @param terms the candidate's
 * @param features receives the features about shared words by place and rarity
 */
export function sharedWords(
  terms: ReportTerms,
  query: QueryView,
  idfOf: (term: number) => number,
  features: Float64Array,
): SharedWords {
  const sums = { covered: 0, all: 0, titleAll: 0, titleKnown: 0, proseInTitle: 0, titleInText: 0, titleInTitle: 0 }
  const more = { codeInCode: 0, rarest: 0, dot: 0, norm: 0, titleDot: 0, titleNorm: 0 }
  const { byTerm } = query
  const wholes = [query.titleIdf, Math.min(query.proseIdf, longIdf), Math.min(query.codeIdf, longIdf)]
  for (const term of terms.title) {
    const idf = idfOf(term)
    sums.titleAll += idf
    if (byTerm.has(term)) sums.titleKnown += idf
  }
  for (const placed of terms.all) {
    const term = termOf(placed)
    const idf = idfOf(term)
    const inTitle = isInTitle(placed)
    const factor = inTitle ? titleFactor : 1
    sums.all += idf
    more.norm += (idf * factor) ** 2
    if (inTitle) more.titleNorm += idf * idf
    const asked = byTerm.get(term)
    if (!asked) continue
    sums.covered += asked.weight
    if (idf > more.rarest) more.rarest = idf
    more.dot += idf * idf * factor * (asked.inTitle ? titleFactor : 1)
    const part = asked.inTitle ? 0 : asked.inProse ? 1 : 2
    const place = firstShared + (part * 2 + (inTitle ? 0 : 1)) * rarities + rarityOf(idf)
    features[place] = (features[place] as number) + idf
    if (asked.inTitle && inTitle) {
      sums.titleInTitle += idf
      more.titleDot += idf * idf
    }
    if (asked.inTitle && isInText(placed)) sums.titleInText += idf
    if (asked.inProse && inTitle) sums.proseInTitle += idf
    if (asked.inCode && isInCode(placed)) more.codeInCode += idf
  }
  for (const [part, whole] of wholes.entries()) {
    const start = firstShared + part * 2 * rarities
    for (let at = start; at < start + 2 * rarities; at++) features[at] = (features[at] as number) / (whole || 1)
  }
  return { ...sums, ...more }
}
