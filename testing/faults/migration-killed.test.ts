import { it } from 'vitest'
import { migrationKilled } from './migration-killed.ts'
import { tryFault } from './try-fault.ts'

it(
  'an upgrade that is killed half way is finished by the next start',
  (context) => tryFault(context, migrationKilled),
  180_000,
)
