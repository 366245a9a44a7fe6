import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { hasAdministrator } from '#server/features/users/public.ts'
import { isReachable } from './exposure-checks.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Checks whether there is an administrator, and no account with a well-known password. */
export async function checkPeople({ db, pool }: Database, config: Config): Promise<Finding[]> {
  const findings = [
    (await hasAdministrator(db))
      ? ok('administrator', 'There is one.')
      : warning(
          'administrator',
          'There is no administrator.',
          'Open the link that each start prints, or: mothlight user add --role admin (docs/operate.md).',
        ),
  ]
  const { rows } = await pool.query<{ email: string }>(
    'select email from users where is_demo and deactivated_on is null and email is not null',
  )
  if (rows.length > 0 && isReachable(config)) {
    const told = 'The demo account exists, whose password everybody can know, and other people reach this server.'
    findings.push(problem('demo', told, 'Deactivate it as an administrator: users, edit, deactivate.'))
  }
  return findings
}
