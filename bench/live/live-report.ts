import type { LiveBenchResult } from './run-live-bench.ts'

/** Returns the numbers of live pages as lines of text. */
export function liveReport({ repaints, openings, eventCost }: LiveBenchResult): string {
  const [few, many] = openings
  const share = (100 * eventCost.withEvents) / eventCost.withoutEvents
  return [
    'Live: from one person’s request to the paint in another’s browser, with others who read the bug again too',
    'open pages   p50 ms   p99 ms   answered p50 ms',
    ...repaints.map(
      ({ listeners, p50, p99, answered }) =>
        `${String(listeners).padStart(10)}${[p50, p99, answered].map((time) => time.toFixed(1).padStart(9)).join('')}`,
    ),
    ...(few && many
      ? [
          `Opening a bug (its two readings, one after the other): ${few.p50.toFixed(2)} ms with ${few.events} events, ` +
            `${many.p50.toFixed(2)} ms with ${many.events}: ${(many.p50 / few.p50).toFixed(2)}×.`,
        ]
      : []),
    `Comments stored by the write path: ${eventCost.withEvents.toFixed(0)}/s with the event list, ` +
      `${eventCost.withoutEvents.toFixed(0)}/s without it: ${share.toFixed(0)} %.`,
  ].join('\n')
}
