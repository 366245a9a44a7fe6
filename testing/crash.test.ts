import { it } from 'vitest'
import { killRounds } from './faults/kill-rounds.ts'
import { tryFault } from './faults/try-fault.ts'

it(
  'every acknowledged write is there after kill -9 of application and database under load',
  (context) => tryFault(context, killRounds, { rounds: 4 }),
  180_000,
)
