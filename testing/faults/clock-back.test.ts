import { it } from 'vitest'
import { clockBack } from './clock-back.ts'
import { tryFault } from './try-fault.ts'

it(
  'a clock that is set back by hours holds nobody up and puts nothing out of its order',
  (context) => tryFault(context, clockBack),
  180_000,
)
