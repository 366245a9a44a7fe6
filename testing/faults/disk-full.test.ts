import { it } from 'vitest'
import { diskFull } from './disk-full.ts'
import { tryFault } from './try-fault.ts'

it(
  'a full disk refuses writes clearly, leaves reads alone, and everything goes on once there is room',
  (context) => tryFault(context, diskFull),
  180_000,
)
