import { it } from 'vitest'
import { databaseGone } from './database-gone.ts'
import { tryFault } from './try-fault.ts'

it(
  'a database that is away is told of clearly and soon, and everything goes on by itself afterwards',
  (context) => tryFault(context, databaseGone),
  180_000,
)
