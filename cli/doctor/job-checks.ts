import type { Database } from '#server/db/database.ts'
import { placesOfNodes } from '#server/db/living-nodes.ts'
import { countJobs, failedJobs, jobSchemaFault } from '#server/features/jobs/public.ts'
import { counted } from '#cli/counted.ts'
import { type Finding, ok, warning } from './finding.ts'

const check = 'jobs'

/** Checks whether background jobs can be done, whether some failed for good, and, while the product runs, whether a process does them. */
export async function checkJobs({ db, pool }: Database): Promise<Finding[]> {
  const fault = await jobSchemaFault(pool)
  if (fault !== undefined) return [warning(check, `${fault}.`, 'The next start makes it; until then no job is done.')]
  const { failed, workers } = await countJobs(db)
  const nodes = await placesOfNodes(pool)
  const findings: Finding[] = []
  if (failed > 0) {
    const names = [...new Set((await failedJobs(db)).map(({ name }) => name))].join(', ')
    const told = `${counted(failed, 'job')} failed for good (${names}).`
    findings.push(warning(check, told, 'Users, Jobs in the product says why, and has them tried again.'))
  }
  if (nodes.length > 0 && workers === 0) {
    const told = 'Mothlight runs, and no process of it does jobs: no mail is sent, and nothing is tidied.'
    const fix = 'Leave out JOBS=off, or start a process with SERVE=jobs; its log says what keeps it from them.'
    findings.push(warning(check, told, fix))
  }
  if (findings.length > 0) return findings
  const doing = nodes.length > 0 ? `, and ${counted(workers, 'process does', 'processes do')} them` : ''
  return [ok(check, `No job has failed for good${doing}.`)]
}
