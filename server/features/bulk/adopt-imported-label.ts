import type { Tx } from '#server/db/database.ts'
import { bugsOfImportedLabel, labelIdsOf, labelsNamed, meetLabels } from '#server/features/labels/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import type { adoptImportedLabel as endpoint } from '#shared/labels/imported-contract.ts'
import { readBulk } from './read-bulks.ts'
import { beginBulk, type Wake } from './start-bulk.ts'

/**
 * Makes a label of a word that imported bugs brought along, or takes the one of this name, and adds it to these bugs, as a
 * bulk change: with progress, bug by bug, and taken back as one.
 * @throws AppError not-found for a word that no bug has; too-many-requests
 */
export async function adoptImportedLabel(
  { actor, body }: Call<typeof endpoint>,
  tx: Tx,
  wake: Wake,
): Promise<ReplyOf<typeof endpoint>> {
  const name = body.name.trim()
  const bugIds = await bugsOfImportedLabel(tx, actor, name)
  if (bugIds.length === 0 && (await labelIdsOf(tx, name)).length === 0) throw noSuchWord()
  const met = (await meetLabels(tx, [name], actor.userId)).get(name)
  const [label] = await labelsNamed(tx, met ? [met.id] : [])
  if (!label) throw noSuchWord()
  const fields = { labels: { add: [label._id] } }
  const id = await beginBulk(tx, actor, { fields, undoes: null, bugIds }, wake)
  return { label, bulk: await readBulk(tx, actor, id) }
}

const noSuchWord = () => new AppError('not-found', 'No bug brought a label of this name along.', { field: 'name' })
