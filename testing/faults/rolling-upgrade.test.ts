import { it } from 'vitest'
import { rollingUpgrade } from './rolling-upgrade.ts'
import { tryFault } from './try-fault.ts'

it(
  'two nodes are upgraded one after the other without a failed write',
  (context) => tryFault(context, rollingUpgrade),
  180_000,
)
