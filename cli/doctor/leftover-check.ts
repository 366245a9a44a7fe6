import { findBinaries } from '#server/db/embedded/binaries.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, warning } from './finding.ts'

/** Where a server that root starts keeps copies of PostgreSQL. */
const copies = '/var/cache/mothlight'

/** Finds copies of PostgreSQL that earlier versions left behind. @param folder where copies are kept */
export async function checkLeftovers(folder = copies): Promise<Finding[]> {
  const present = await findBinaries({}).then(
    ({ version }) => version,
    () => undefined,
  )
  const names = await readdir(folder).catch(() => [])
  const old = names.filter((name) => name.startsWith('postgres-') && !name.startsWith(`postgres-${present}-`))
  if (present === undefined || old.length === 0) return []
  const paths = old.map((name) => join(folder, name)).join(' ')
  return [
    warning(
      'leftovers',
      `Copies of earlier database programs take up room: ${old.join(', ')}.`,
      `When nothing of an earlier version runs any more: rm -r ${paths}`,
    ),
  ]
}
