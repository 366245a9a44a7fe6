import type { FeatureName } from './features.ts'
import { featureNames } from './features.ts'
import type { Weights } from './weights.ts'

const vector = (named: Partial<Record<FeatureName, number>>) => featureNames.map((name) => named[name] ?? 0)

export const shippedWeights: Weights = {
  lexical: {
    ...{ title: 6, prose: 1, code: 1, titleB: 1, proseB: 0.9, codeB: 0.9, k1: 4, idfPower: 1.3 },
    ...{ queryTitle: 4, queryProse: 1, queryCode: 1 },
  },
  title: vector({ bm25Share: 10, titleKnown: 1, sameComponent: 0.3, fresh: 0.3, groupSize: 0.2 }),
  full: vector({ bm25Share: 10, titleKnown: 1, sameComponent: 0.3, fresh: 0.3, groupSize: 0.2 }),
}
