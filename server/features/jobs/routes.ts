import { AppError } from '#server/http/app-error.ts'
import type { Routes } from '#server/http/serve.ts'
import type { Job } from '#server/jobs/job.ts'
import { countJobs, failedJobs, tryAgain } from '#server/jobs/stored-jobs.ts'
import * as contract from '#shared/jobs/contract.ts'

/** @param jobs all of this version */
export function bindJobs(routes: Routes, jobs: readonly Job[]): void {
  const titles = new Map(jobs.map(({ name, title }) => [name, title]))
  routes.read(contract.listJobs, async (_call, db) => ({
    result: (await failedJobs(db)).map(({ id, name, attempts, added_on, reason }) => ({
      _id: String(id),
      name,
      title: titles.get(name) ?? name,
      attempts,
      addedOn: added_on.toISOString(),
      reason,
    })),
    counts: await countJobs(db),
  }))
  routes.write(contract.tryJobAgain, async ({ params: { jobId } }, tx) => {
    const isFound = /^\d{1,18}$/.test(jobId) && (await tryAgain(tx, jobId))
    if (!isFound) throw new AppError('not-found', 'No job with this id has failed for good.')
    return { isWaiting: true as const }
  })
}
