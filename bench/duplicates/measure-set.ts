import { SimilarIndex } from '#server/features/similar/engine/similar-index.ts'
import type { Weights } from '#server/features/similar/engine/weights.ts'
import { byTyping, Places, type ByTyping, type Figures } from './figures.ts'
import { PlainBm25 } from './plain-bm25.ts'
import { indexed, playSet, typings } from './play-set.ts'
import type { ReportSet } from './read-set.ts'

/** Number of requested results, so that 20 groups remain after those without a recent report are removed. */
const asked = 100

export interface SetFigures {
  readonly queries: number
  readonly product: ByTyping<Figures>
  readonly plain: ByTyping<Figures> | undefined
}

/** Runs the set through the product's own module, and through plain BM25 beside it. */
export async function measureSet(set: ReportSet, weights: Weights, withPlain: boolean): Promise<SetFigures> {
  const index = new SimilarIndex(weights)
  const plain = withPlain ? new PlainBm25() : undefined
  const ofProduct = byTyping(() => new Places())
  const ofPlain = byTyping(() => new Places())
  await playSet(
    set,
    'test',
    ({ query, placeIn }) => {
      for (const typing of typings) {
        const text = query(typing)
        const started = performance.now()
        const found = index.suggest(text, { limit: asked })
        ofProduct[typing].add(placeIn(found.map(({ group }) => group)), performance.now() - started)
        if (!plain) continue
        const began = performance.now()
        const groups = plain.groupsLike(`${text.title} ${text.description ?? ''}`)
        ofPlain[typing].add(placeIn(groups), performance.now() - began)
      }
    },
    (report) => {
      index.put(indexed(report))
      plain?.add(`${report.title} ${report.description}`, String(report.bucket))
    },
  )
  return {
    queries: ofProduct.full.count,
    product: byTyping((typing) => ofProduct[typing].figures()),
    plain: plain && byTyping((typing) => ofPlain[typing].figures()),
  }
}
