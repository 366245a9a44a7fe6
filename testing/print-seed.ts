import { onTestFailed } from 'vitest'

/**
 * Prints the seed of the running random test if it fails. It is no part of the test's name, by which the second try finds
 * the test again.
 */
export function printSeedOfFailure(seed: number): void {
  onTestFailed(() => console.log(`the seed was ${seed}`))
}
