import type { Product } from '#testing/browser-test.ts'
import type { Page } from '@playwright/test'

/** Stores a job that was tried as often as it may be. @returns its number */
export async function aFailedJob(
  { database }: Product,
  { name = 'delete-ended-sessions', reason = 'no' }: { name?: string; reason?: string | null } = {},
): Promise<number> {
  const { rows } = await database.pool.query('select id from mothlight_jobs.add_job($1, max_attempts => 1)', [name])
  const { id } = rows[0] as { id: number }
  const { pool } = database
  if (reason !== null) {
    await pool.query('select mothlight_jobs.permanently_fail_jobs(array[$1::bigint], $2)', [id, reason])
  } else await pool.query('select mothlight_jobs.reschedule_jobs(array[$1::bigint], attempts => 1)', [id])
  return id
}

/** The parts of the page of background jobs. */
export function jobsPage(page: Page) {
  const failed = page.getByRole('main').getByRole('list', { name: 'Failed jobs' }).getByRole('listitem')
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Background jobs' }),
    counts: page.getByText(/ waiting · /),
    failed,
    tryAgain: (title: string) => failed.filter({ hasText: title }).getByRole('button', { name: 'Try again' }),
    none: page.getByText('Nothing has failed'),
    nobody: page.getByText('No process does jobs'),
  }
}
