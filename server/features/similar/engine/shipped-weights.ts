import { featureNames } from './features.ts'
import type { Weights } from './weights.ts'

const some = {
  mean: featureNames.map(() => 0),
  spread: featureNames.map(() => 1),
  weight: featureNames.map((_, at) => (at === 1 ? 1 : 0)),
}

export const shippedWeights: Weights = {
  lexical: {
    ...{ title: 6, prose: 1, code: 1, titleB: 1, proseB: 0.9, codeB: 0.9, k1: 4, idfPower: 1.3 },
    ...{ queryTitle: 4, queryProse: 1, queryEarly: 1.5, queryCode: 1 },
  },
  title: some,
  full: some,
}
