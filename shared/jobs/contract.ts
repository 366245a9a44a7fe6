import * as z from 'zod/mini'
import { endpoint } from '#shared/http/endpoint.ts'
import { timestamp } from '#shared/http/fields.ts'

const failedJob = z.object({
  _id: z.string(),
  /** Its name in the log and in metrics. */
  name: z.string(),
  /** What it does; its name for one that this version does not know. */
  title: z.string(),
  attempts: z.int(),
  addedOn: timestamp,
  /** What the last try said, cut where it is long; null where the process was killed in it. */
  reason: z.nullable(z.string()),
})
export type FailedJob = z.output<typeof failedJob>

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/job/list',
  access: 'canEditAnyUser',
  summary: 'Background jobs that failed for good, the newest first, and how many others there are.',
  reply: z.object({
    result: z.array(failedJob),
    counts: z.object({
      /** They are due later, or are tried again. */
      waiting: z.int(),
      running: z.int(),
      failed: z.int(),
      /** Processes that do jobs. */
      workers: z.int(),
    }),
  }),
})
export type Jobs = z.output<typeof listJobs.reply>

export const tryJobAgain = endpoint({
  method: 'POST',
  path: '/api/job/:jobId/again',
  access: 'canEditAnyUser',
  summary: 'Has a job that failed for good tried again.',
  params: z.object({ jobId: z.string() }),
  reply: z.object({ isWaiting: z.literal(true) }),
})
