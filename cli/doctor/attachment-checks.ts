import { type Config, ConfigError } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import type { Database } from '#server/db/database.ts'
import { knownInstallation } from '#server/db/installation.ts'
import { contentKey, type AttachmentStore, openAttachmentStore } from '#server/features/attachments/public.ts'
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const check = 'attachments'
/** Number of files that a quick check looks for. */
const sample = 200
const shown = 5

/** Checks whether files can be stored where the settings say. */
export async function checkStore(config: Config, log: Logger): Promise<Finding[]> {
  if (config.attachments.s3) {
    try {
      await openAttachmentStore(config, log).store.check()
      return [ok(check, `The bucket ${config.attachments.s3.bucket} answers.`)]
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      return [problem(check, error.message, 'Correct the S3 settings; see “Attached files” in docs/operate.md.')]
    }
  }
  const folder = join(config.dataDir, 'attachments')
  if (!existsSync(folder)) return []
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return [ok(check, `Files can be kept in ${folder}.`)]
  } catch (error) {
    return [
      problem(
        check,
        `This account can’t use ${folder} (${(error as NodeJS.ErrnoException).code ?? reasonOf(error)}).`,
        'Give it to the account that runs Mothlight.',
      ),
    ]
  }
}

/** Checks whether the files in the database exist. @param isDeep checks all of them instead of some */
export async function checkFiles(database: Database, config: Config, log: Logger, isDeep: boolean): Promise<Finding[]> {
  const attachments = openAttachmentStore(config, log)
  const { rows } = await database.pool.query<{ sha256: string }>(
    isDeep
      ? 'select distinct sha256 from attachments'
      : `select distinct sha256 from (select sha256 from attachments order by random() limit ${sample}) sampled`,
  )
  const missing: string[] = []
  for (const { sha256 } of rows) if (!(await isThere(attachments, sha256))) missing.push(sha256)
  const looked = `${rows.length.toLocaleString('en-US')} files${isDeep ? '' : ' (some of them, --deep for all)'}`
  const findings =
    missing.length === 0
      ? [ok(check, `${looked} were looked for and are there.`)]
      : [
          problem(
            check,
            `${missing.length} of ${looked} are missing: ${missing.slice(0, shown).join(', ')}${missing.length > shown ? ', …' : ''}.`,
            'Look whether DATA_DIR or the bucket is the right one; else put the files back from a backup.',
          ),
        ]
  return [...findings, ...(await checkOwners(database, attachments))]
}

async function isThere({ store }: AttachmentStore, sha256: string): Promise<boolean> {
  const found = await store.open(contentKey(sha256))
  found?.content.destroy()
  return found !== undefined
}

async function checkOwners({ db }: Database, { store }: AttachmentStore): Promise<Finding[]> {
  const own = await knownInstallation(db)
  const others = (await store.owners()).filter((id) => id !== own)
  if (others.length === 0) return []
  return [
    warning(
      check,
      `Files of ${others.length === 1 ? 'another installation' : `${others.length} other installations`} are kept in the same place, so none are ever deleted.`,
      'If that is gone for good, delete its name in owners (docs/operate.md, “Attached files”).',
    ),
  ]
}
