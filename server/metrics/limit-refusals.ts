import { Counter, type Registry } from 'prom-client'

const name = 'mothlight_limit_refusals_total'

/**
 * Returns the counter of what limits have refused: requests with 429, and socket events. Every call returns the same
 * counter.
 */
export function countLimitRefusals(registry: Registry): Counter<'via'> {
  const known = registry.getSingleMetric(name) as Counter<'via'> | undefined
  if (known) return known
  const counter = new Counter({
    name,
    help: 'Requests and socket events refused because a limit was reached.',
    labelNames: ['via'],
    registers: [registry],
  })
  for (const via of ['http', 'socket']) counter.inc({ via }, 0)
  return counter
}
