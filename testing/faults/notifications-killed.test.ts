import { it } from 'vitest'
import { notificationsKilled } from './notifications-killed.ts'
import { tryFault } from './try-fault.ts'

it(
  'of 500 events, decided by two nodes that are killed again and again, nobody misses one or is told of it twice',
  (context) => tryFault(context, notificationsKilled),
  360_000,
)
