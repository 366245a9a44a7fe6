/** Weights of words: BM25 over several fields with one saturation. */
export interface LexicalWeights {
  /** Weight of a word by the field of the candidate that has it. */
  readonly title: number
  readonly prose: number
  readonly code: number
  /** How much the length of a field counts, 0 to 1. */
  readonly titleB: number
  readonly proseB: number
  readonly codeB: number
  readonly k1: number
  readonly idfPower: number
  /** Weight of a word by the part of the query that has it. */
  readonly queryTitle: number
  readonly queryProse: number
  /** Added to `queryProse` at the beginning of a description. */
  readonly queryEarly: number
  readonly queryCode: number
}

/** How much each feature (features.ts) adds to the score, by its deviation from the mean of candidates. */
export interface FeatureWeights {
  readonly mean: readonly number[]
  /** Standard deviation; 0 for a feature that does not count. */
  readonly spread: readonly number[]
  readonly weight: readonly number[]
}

export interface Weights {
  readonly lexical: LexicalWeights
  /** For a title alone. */
  readonly title: FeatureWeights
  /** For a title with a description. */
  readonly full: FeatureWeights
}

/** Number of standard deviations from the mean that still add to the score. */
const furthest = 4

/** Returns the deviation of a feature's value in standard deviations, cut at 4. */
export function deviation(value: number, mean: number, spread: number): number {
  return spread === 0 ? 0 : Math.max(-furthest, Math.min(furthest, (value - mean) / spread))
}

export function scoreOf(features: Float64Array, { mean, spread, weight }: FeatureWeights): number {
  let score = 0
  for (let at = 0; at < weight.length; at++) {
    score += (weight[at] as number) * deviation(features[at] as number, mean[at] as number, spread[at] as number)
  }
  return score
}
