import { it } from 'vitest'
import { mailsKilled } from './mails-killed.ts'
import { tryFault } from './try-fault.ts'

it(
  'of 50 mails, sent by two nodes that are killed again and again, none is lost, and one that arrives twice has the same Message-ID',
  (context) => tryFault(context, mailsKilled, { events: 50, rounds: 2 }),
  360_000,
)
