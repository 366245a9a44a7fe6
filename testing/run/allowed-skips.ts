import type { TestOutcome } from './outcome.ts'

/** Tests of a file that can't run everywhere. */
export interface AllowedSkip {
  readonly file: string
  /** Words of the names of these tests; all of the file where it is left out. */
  readonly words?: string
  /** What the machine lacks then. */
  readonly reason: string
}

/** Tests that may be skipped. Any other skipped test fails the run, so that none is left out unseen. */
export const allowedSkips: readonly AllowedSkip[] = [
  {
    file: 'server/features/history/verify-history.test.ts',
    words: 'those of whole trackers',
    reason: 'REPORTS names no folder of recorded reports',
  },
  {
    file: 'server/db/embedded/start-embedded.test.ts',
    words: 'the data folder may not be written',
    reason: 'root may write everywhere',
  },
  { file: 'server/db/embedded/accounts.test.ts', reason: 'not root' },
  { file: 'cli/doctor/doctor.test.ts', words: 'sees data that would be gone', reason: 'no file system in memory' },
  { file: 'testing/process/old-node.test.ts', words: 'that the machine’s Node is too old', reason: 'no older Node' },
  { file: 'server/realtime/nodes/nodes.test.ts', reason: 'no Redis' },
  { file: 'server/features/mail-in/imap-reader.test.ts', reason: 'no dovecot' },
  { file: 'testing/process/compose.test.ts', words: 'start a Redis', reason: 'no Redis' },
  { file: 'testing/process/several-nodes.test.ts', reason: 'no nginx or Redis' },
  { file: 'testing/process/nginx-tls.test.ts', reason: 'no nginx' },
  { file: 'testing/api/opening.test.ts', reason: 'no curl or jq' },
  { file: 'testing/faults/disk-full.test.ts', reason: 'no small file system can be mounted' },
]

/** Returns why a test may be skipped; undefined if it may not. */
export function allowedReason(list: readonly AllowedSkip[], test: TestOutcome): string | undefined {
  return list.find(({ file, words = '' }) => file === test.file && test.name.includes(words))?.reason
}
