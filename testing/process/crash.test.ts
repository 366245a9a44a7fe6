import { it } from 'vitest'
import { killRounds } from '#testing/faults/kill-rounds.ts'
import { tryFault } from '#testing/faults/try-fault.ts'

it(
  'every acknowledged write is there after kill -9 of application and database under load',
  (context) => tryFault(context, killRounds, { rounds: 4 }),
  180_000,
)
