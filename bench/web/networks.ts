import type { CDPSession } from '@playwright/test'

/** A connection as the browser throttles it: each request's answer is delayed by a round trip. */
export interface Network {
  readonly name: string
  readonly says: string
  /** Megabits per second. */
  readonly down: number
  readonly up: number
  /** Milliseconds. */
  readonly roundTrip: number
  /** Factor by which the processor is slowed down. */
  readonly slowDown: number
  /** Whether the aim of the first screen holds here. */
  readonly isGate: boolean
}

/** The '4G' profile of WebPageTest, and Lighthouse's slow 4G. */
export const networks = [
  { name: '4G', says: '9 Mbit/s, 170 ms', down: 9, up: 9, roundTrip: 170, slowDown: 1, isGate: true },
  {
    name: '4G, CPU ÷ 4',
    says: 'the same, processor 4 times slower',
    down: 9,
    up: 9,
    roundTrip: 170,
    slowDown: 4,
    isGate: false,
  },
  { name: 'slow 4G', says: '1.6 Mbit/s, 150 ms', down: 1.6, up: 0.75, roundTrip: 150, slowDown: 1, isGate: false },
] as const satisfies readonly Network[]

export async function throttle(devtools: CDPSession, network: Network): Promise<void> {
  const bytes = (megabits: number) => (megabits * 1_000_000) / 8
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.roundTrip,
    downloadThroughput: bytes(network.down),
    uploadThroughput: bytes(network.up),
  })
  if (network.slowDown > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: network.slowDown })
}
