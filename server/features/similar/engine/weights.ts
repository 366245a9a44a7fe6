/** How words are weighed: BM25 over several fields with one saturation. */
export interface LexicalWeights {
  /** How much a word counts by where the candidate has it. */
  readonly title: number
  readonly prose: number
  readonly code: number
  /** How much the length of a field counts, 0 to 1. */
  readonly titleB: number
  readonly proseB: number
  readonly codeB: number
  readonly k1: number
  readonly idfPower: number
  /** How much a word counts by where the query has it. */
  readonly queryTitle: number
  readonly queryProse: number
  readonly queryCode: number
}

export interface Weights {
  readonly lexical: LexicalWeights
  /** One number for each feature (features.ts): for a title alone, and with a description. */
  readonly title: readonly number[]
  readonly full: readonly number[]
}
