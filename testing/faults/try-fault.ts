import { expect, inject, type TestContext } from 'vitest'
import { aUsedDataDir } from '#testing/used-data-dir.ts'
import type { Fault, FaultOptions } from './fault.ts'

/** Tries a fault for a short time, and expects that nothing is lost or broken by it. */
export async function tryFault(context: TestContext, fault: Fault, options: Partial<FaultOptions> = {}): Promise<void> {
  const seed = process.env['FAULT_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31))
  const { losses, skipped } = await fault({
    rounds: 4,
    events: 500,
    seconds: 2,
    seed,
    cluster: inject('cluster'),
    fill: aUsedDataDir,
    say: () => {},
    ...options,
  })
  if (skipped !== undefined) context.skip(skipped)
  expect(losses, `FAULT_SEED=${seed}`).toEqual([])
}
