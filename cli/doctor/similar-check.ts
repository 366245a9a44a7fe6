import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/database.ts'
import { knownInstallation } from '#server/db/installation.ts'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Finding, ok, warning } from './finding.ts'

const check = 'similar bugs'
/** The first line names the database; it is short, and what follows is not text. */
const headBytes = 4_096

/** Whether the snapshot of the similar bugs can spare the next start reading all bugs. */
export async function checkSimilar(db: Db, { dataDir, similarIndex, serves }: Config): Promise<Finding[]> {
  const path = join(dataDir, 'similar.index')
  if (!similarIndex || serves !== 'all' || !existsSync(path)) return []
  const { mode, size } = statSync(path)
  if ((mode & 0o077) !== 0) {
    return [warning(check, `Others can read ${path}, which holds the words of all bugs.`, `chmod 600 ${path}`)]
  }
  const installation = await installationIn(path)
  const fix = 'Nothing has to be done: the next start reads all bugs and writes it anew. It may be deleted.'
  if (installation === undefined) return [warning(check, `The snapshot ${path} is damaged.`, fix)]
  if (installation !== (await knownInstallation(db))) {
    return [warning(check, `The snapshot ${path} is of another database.`, fix)]
  }
  return [ok(check, `The snapshot is of this database (${(size / 1024 ** 2).toFixed(1)} MB).`)]
}

async function installationIn(path: string): Promise<string | undefined> {
  const lines = createInterface({ input: createReadStream(path, { end: headBytes }) })
  for await (const line of lines) {
    lines.close()
    try {
      const { installation } = JSON.parse(line) as { installation?: unknown }
      return typeof installation === 'string' ? installation : undefined
    } catch {
      return undefined
    }
  }
  return undefined
}
