import { featureNames } from './features.ts'
import { fittedFull, fittedTitle } from './fitted-weights.ts'
import type { FeatureWeights, LexicalWeights, Weights } from './weights.ts'

/** By feature: mean, standard deviation, weight. */
export type FittedFeatures = Readonly<Record<string, readonly [mean: number, spread: number, weight: number]>>

/** Chosen once on training parts, for all trackers. */
const lexical: LexicalWeights = {
  ...{ title: 6, prose: 1, code: 1 },
  ...{ titleB: 1, proseB: 0.9, codeB: 0.9, k1: 4, idfPower: 1.3 },
  ...{ queryTitle: 4, queryProse: 1, queryEarly: 1.5, queryCode: 1 },
}

/** The default weights of an index. */
export const shippedWeights: Weights = {
  lexical,
  title: featureWeights(fittedTitle),
  full: featureWeights(fittedFull),
}

/**
 * Returns the weights in the order of the features. A feature that did not exist when the weights were fitted gets 0.
 */
function featureWeights(fitted: FittedFeatures): FeatureWeights {
  const column = (at: 0 | 1 | 2) => featureNames.map((name) => fitted[name]?.[at] ?? 0)
  return { mean: column(0), spread: column(1), weight: column(2) }
}
