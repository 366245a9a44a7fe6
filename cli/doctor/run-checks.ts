import type { Config } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { version } from '#server/config/version.ts'
import type { Database } from '#server/db/database.ts'
import { checkFiles, checkStore } from './attachment-checks.ts'
import { checkBackup } from './backup-check.ts'
import { checkDataFolder } from './data-folder-checks.ts'
import { checkDatabase } from './database-checks.ts'
import { reachDatabase } from './database-reach.ts'
import { checkExposure } from './exposure-checks.ts'
import { type Finding, ok, problem, reasonOf } from './finding.ts'
import { checkHistory } from './history-check.ts'
import { checkJobs } from './job-checks.ts'
import { checkLeftovers } from './leftover-check.ts'
import { checkHeld, checkKey, checkMail, checkMailIn, checkReceived } from './mail-checks.ts'
import { checkPeople } from './people-checks.ts'
import { checkPorts, hostProblem } from './port-checks.ts'
import { checkRedis } from './redis-check.ts'
import { checkSchema } from './schema-checks.ts'
import { readSettings } from './settings-checks.ts'
import { withoutSecrets } from './without-secrets.ts'

export interface CheckOptions {
  /** Whether to run slow checks too: all files, all bugs' histories. */
  readonly isDeep: boolean
  /** Whether the embedded server may be started for the checks; it is stopped again. */
  readonly mayStart: boolean
  /** Number of processes that use the database. */
  readonly nodes: number
}

/**
 * Checks the set-up, one part after the other; changes nothing.
 * @param env the settings
 * @param tell called with a few words before slow checks
 */
export async function runChecks(
  env: Readonly<Record<string, string | undefined>>,
  options: CheckOptions,
  tell: (what: string) => void,
): Promise<Finding[]> {
  const found: Finding[] = [ok('version', `Mothlight ${version} on Node ${process.versions.node}.`)]
  const { config, wrong, findings } = readSettings(env)
  found.push(...findings)
  /** A check that throws becomes a finding, and the others go on. */
  const look = async (check: string, run: () => readonly Finding[] | Promise<readonly Finding[]>) => {
    try {
      found.push(...(await run()))
    } catch (error) {
      found.push(problem(check, `This could not be looked at: ${reasonOf(error)}.`, 'Look into the log of Mothlight.'))
    }
  }
  const unusable = wrong.has('HOST') ? undefined : await hostProblem(config)
  await look('address', () => checkExposure(config, unusable === undefined))
  if (unusable) found.push(unusable)
  else if (!wrong.has('HOST') && !wrong.has('PORT')) await look('port', () => checkPorts(config))
  await look('data folder', () => checkDataFolder(config))
  await look('backup', () => checkBackup(config))
  await look('leftovers', () => checkLeftovers())
  if (!wrong.has('S3_ENDPOINT')) await look('attachments', () => checkStore(config, quiet))
  if (!wrong.has('SMTP_URL')) await look('mail', () => checkMail(config))
  if (!wrong.has('IMAP_URL')) await look('mail in', () => checkMailIn(config))
  await look('redis', () => checkRedis(config.redisUrl))
  // Otherwise another database than the intended one would be checked.
  if (!wrong.has('DATABASE_URL')) {
    await look('database', async () => {
      const { database, findings } = await reachDatabase(config, quiet, options.mayStart)
      found.push(...findings)
      if (database) {
        await lookInto(database, config, options, tell, look).finally(() => database.close())
      }
      return []
    })
  }
  return found.map((finding) => withoutSecrets(finding, env))
}

const quiet = openLog('silent')
/** Number of bugs between two progress lines. */
const stride = 10_000

type Look = (check: string, run: () => readonly Finding[] | Promise<readonly Finding[]>) => Promise<void>

async function lookInto(
  database: Database,
  config: Config,
  { isDeep, nodes }: CheckOptions,
  tell: (what: string) => void,
  look: Look,
): Promise<void> {
  await look('database', () => checkDatabase(database.pool, config, nodes))
  let isCurrent = false
  await look('schema', async () => {
    const state = await checkSchema(database.pool)
    isCurrent = state.isCurrent
    return state.findings
  })
  if (!isCurrent) return
  await look('administrator', () => checkPeople(database, config))
  await look('jobs', () => checkJobs(database))
  await look('mail', () => checkHeld(database))
  await look('mail in', () => checkReceived(database))
  await look('key', () => checkKey(database, config, nodes))
  await look('attachments', () => checkFiles(database, config, quiet, isDeep))
  if (!isDeep) return
  let told = 0
  await look('history', () =>
    checkHistory(database, (bugs) => {
      if (bugs - told < stride) return
      told = bugs
      tell(`${bugs.toLocaleString('en-US')} bugs …`)
    }),
  )
}
