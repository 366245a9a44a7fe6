import { pick, type Random } from '#bench/random.ts'
import type { FaultProduct } from './fault-product.ts'

const strikes = ['one node', 'the other node', 'both'] as const
export type Strike = (typeof strikes)[number]

/**
 * Kills one of two nodes, the other one, or both, and starts them again.
 * @param round the first ones strike in each way once
 */
export async function strikeNodes(nodes: readonly FaultProduct[], round: number, random: Random): Promise<Strike> {
  const strike = strikes[round] ?? pick(random, strikes)
  const hit = nodes.filter((_, n) => strike === 'both' || (n === 0) === (strike === 'one node'))
  await Promise.all(hit.map((node) => node.killApplication()))
  await Promise.all(hit.map((node) => node.startAgain()))
  return strike
}

/** Says how often each way was struck. */
export function strikeWords(struck: readonly Strike[]): string {
  return [...Map.groupBy(struck, (strike) => strike)].map(([strike, times]) => `${strike} ${times.length}`).join(', ')
}
