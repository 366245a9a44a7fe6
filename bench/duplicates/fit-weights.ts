import { featureCount } from '#server/features/similar/engine/features.ts'
import { deviation, type FeatureWeights, type Weights } from '#server/features/similar/engine/weights.ts'
import type { Example, Examples } from './examples.ts'

/** Regularization of the weights; chosen on the training parts. */
const pull = 0.01
const steps = 150
const rate = 0.05

/**
 * Fits the weights of the features so that the right group's best report ranks above those of the other groups (softmax
 * over the groups, Adam over all examples at once). Each set counts by the root of its size, so that a large tracker
 * does not outweigh the small ones.
 */
export function fitWeights(sets: readonly Examples[], lexical: Weights['lexical']): Weights {
  return { lexical, title: fit(sets.map(({ title }) => title)), full: fit(sets.map(({ full }) => full)) }
}

function fit(sets: readonly (readonly Example[])[]): FeatureWeights {
  const filled = sets.filter((examples) => examples.length > 0)
  const { mean, spread } = usual(filled.flat())
  const scaled = filled.map((examples) => examples.map((example) => ({ ...example, features: toDeviations(example) })))
  const shares = filled.map((examples) => 1 / Math.sqrt(examples.length))
  const whole = filled.reduce((sum, examples, at) => sum + examples.length * (shares[at] as number), 0)
  const weight = new Float64Array(featureCount)
  const momentum = new Float64Array(featureCount)
  const variance = new Float64Array(featureCount)
  for (let step = 1; step <= steps; step++) {
    const slope = new Float64Array(featureCount)
    for (const [at, examples] of scaled.entries()) {
      for (const example of examples) addSlope(example, weight, (shares[at] as number) / whole, slope)
    }
    for (let d = 0; d < featureCount; d++) {
      const g = (slope[d] as number) + pull * (weight[d] as number)
      const m = (momentum[d] = 0.9 * (momentum[d] as number) + 0.1 * g)
      const v = (variance[d] = 0.999 * (variance[d] as number) + 0.001 * g * g)
      const change = m / (1 - 0.9 ** step) / (Math.sqrt(v / (1 - 0.999 ** step)) + 1e-8)
      weight[d] = (weight[d] as number) - rate * change
    }
  }
  return { mean, spread, weight: [...weight] }

  function toDeviations({ features }: Example): Float32Array {
    return features.map((value, at) => {
      const d = at % featureCount
      return deviation(value, mean[d] as number, spread[d] as number)
    })
  }
}

/** Adds the gradient of the loss of one example. */
function addSlope(example: Example, weight: Float64Array, share: number, slope: Float64Array): void {
  const { features, groups, groupCount, right } = example
  const best = new Int32Array(groupCount).fill(-1)
  const scores = new Float64Array(groups.length)
  for (let row = 0, at = 0; row < groups.length; row++) {
    let score = 0
    for (let d = 0; d < featureCount; d++) score += (weight[d] as number) * (features[at++] as number)
    scores[row] = score
    const group = groups[row] as number
    const leader = best[group] as number
    if (leader < 0 || score > (scores[leader] as number)) best[group] = row
  }
  const highest = best.reduce((most, row) => Math.max(most, scores[row] as number), -Infinity)
  const total = best.reduce((sum, row) => sum + Math.exp((scores[row] as number) - highest), 0)
  for (const [group, row] of best.entries()) {
    const likelihood = Math.exp((scores[row] as number) - highest) / total
    const error = share * (likelihood - (group === right ? 1 : 0))
    const start = row * featureCount
    for (let d = 0; d < featureCount; d++) {
      slope[d] = (slope[d] as number) + error * (features[start + d] as number)
    }
  }
}

/** Returns mean and standard deviation of each feature; 0 for one that never differs. */
function usual(examples: readonly Example[]): Pick<FeatureWeights, 'mean' | 'spread'> {
  const sums = new Float64Array(featureCount)
  const squares = new Float64Array(featureCount)
  let rows = 0
  for (const { features } of examples) {
    rows += features.length / featureCount
    for (const [at, value] of features.entries()) {
      const d = at % featureCount
      sums[d] = (sums[d] as number) + value
      squares[d] = (squares[d] as number) + value * value
    }
  }
  const mean = Array.from(sums, (sum) => sum / rows)
  const spread = Array.from(squares, (square, d) => {
    const found = Math.sqrt(Math.max(0, square / rows - (mean[d] as number) ** 2))
    return found > 1e-6 ? found : 0
  })
  return { mean, spread }
}
