import { clockBack } from './clock-back.ts'
import { databaseGone } from './database-gone.ts'
import { diskFull } from './disk-full.ts'
import type { Fault } from './fault.ts'
import { killRounds } from './kill-rounds.ts'
import { mailsKilled } from './mails-killed.ts'
import { migrationKilled } from './migration-killed.ts'
import { notificationsKilled } from './notifications-killed.ts'
import { rollingUpgrade } from './rolling-upgrade.ts'
import { storms } from './storms.ts'

/** Every fault by its name on the command line. */
export const faults = {
  kill: { summary: 'kill -9 of application, database and both under load (rounds)', run: killRounds },
  disk: { summary: 'the disk runs full (root only: mounts a small one)', run: diskFull },
  gone: { summary: 'the database does not answer (seconds)', run: databaseGone },
  clock: { summary: 'the clock is set back by hours', run: clockBack },
  migration: { summary: 'kill -9 in the middle of an upgrade (rounds)', run: migrationKilled },
  news: { summary: 'kill -9 of two nodes that decide who is notified (rounds, events)', run: notificationsKilled },
  mails: {
    summary: 'kill -9 of two nodes that send mails, to a server that refuses (rounds, events)',
    run: mailsKilled,
  },
  rolling: { summary: 'two nodes are upgraded one after the other', run: rollingUpgrade },
  storms: { summary: 'random edits, messages and searches at their full size', run: storms },
} as const satisfies Readonly<Record<string, { readonly summary: string; readonly run: Fault }>>

export type FaultName = keyof typeof faults

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faults, name)
}
