import { featureCount } from '#server/features/similar/engine/features.ts'
import type { Weights } from '#server/features/similar/engine/weights.ts'
import type { Example, Examples } from './examples.ts'

/** Pulls the weights of standardised features towards 0. */
const pull = 0.002
const steps = 150
const rate = 0.05

/**
 * Fits the weights of the features so that the right group's best report stands out among those of the other groups
 * (softmax over the groups, Adam over all examples at once). Each set counts by the root of its size, so that a large
 * tracker does not drown the small ones.
 */
export function fitWeights(sets: readonly Examples[], lexical: Weights['lexical']): Weights {
  return { lexical, title: fit(sets.map(({ title }) => title)), full: fit(sets.map(({ full }) => full)) }
}

function fit(sets: readonly (readonly Example[])[]): number[] {
  const filled = sets.filter((examples) => examples.length > 0)
  const spread = spreadOf(filled.flat())
  const shares = filled.map((examples) => 1 / Math.sqrt(examples.length))
  const whole = filled.reduce((sum, examples, at) => sum + examples.length * (shares[at] as number), 0)
  const weights = new Float64Array(featureCount)
  const momentum = new Float64Array(featureCount)
  const variance = new Float64Array(featureCount)
  for (let step = 1; step <= steps; step++) {
    const slope = new Float64Array(featureCount)
    for (const [at, examples] of filled.entries()) {
      for (const example of examples) addSlope(example, weights, spread, (shares[at] as number) / whole, slope)
    }
    for (let d = 0; d < featureCount; d++) {
      const g = (slope[d] as number) + pull * (weights[d] as number)
      const m = (momentum[d] = 0.9 * (momentum[d] as number) + 0.1 * g)
      const v = (variance[d] = 0.999 * (variance[d] as number) + 0.001 * g * g)
      const change = m / (1 - 0.9 ** step) / (Math.sqrt(v / (1 - 0.999 ** step)) + 1e-8)
      weights[d] = (weights[d] as number) - rate * change
    }
  }
  return Array.from(weights, (weight, d) => weight / (spread[d] as number))
}

/** Adds by how much the loss of one example grows with each weight. */
function addSlope(example: Example, weights: Float64Array, spread: Float64Array, share: number, slope: Float64Array) {
  const { features, groups, groupCount, right } = example
  const best = new Int32Array(groupCount).fill(-1)
  const scores = new Float64Array(groups.length)
  const scaled = weights.map((weight, d) => weight / (spread[d] as number))
  for (let row = 0; row < groups.length; row++) {
    let score = 0
    for (let d = 0; d < featureCount; d++) score += (scaled[d] as number) * (features[row * featureCount + d] as number)
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
    for (let d = 0; d < featureCount; d++) {
      slope[d] = (slope[d] as number) + (error * (features[row * featureCount + d] as number)) / (spread[d] as number)
    }
  }
}

/** Standard deviation of each feature; infinite for one that never differs, whose weight is 0 then. */
function spreadOf(examples: readonly Example[]): Float64Array {
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
  return sums.map((sum, d) => {
    const mean = sum / rows
    const deviation = Math.sqrt(Math.max(0, (squares[d] as number) / rows - mean * mean))
    return deviation > 1e-6 ? deviation : Infinity
  })
}
