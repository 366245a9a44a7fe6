import type { QueryClient } from '@tanstack/react-query'
import type { BugListItem, listBugs } from '#shared/bugs/contract.ts'
import { type GivenFields } from '#shared/custom-fields/custom-field.ts'
import { keyOfTerm } from '#shared/custom-fields/field-name.ts'
import { type Bulk, type BulkOrder, changeBugs as endpoint } from '#shared/bulk/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import {
  bugKeys,
  bulkValueOf,
  changeOfMany,
  type ManyName,
  type PendingChangeOfMany,
  shownChange,
  type ShownOfMany,
} from '#web/features/bugs/public.ts'
import { recountViews } from '#web/features/views/public.ts'
import { call } from '#web/lib/call.ts'
import { keepBulk, refusedIds } from './bulk-queries.ts'
import type { FactValue } from '../facts/fact-option.ts'
import { rememberMany } from '../facts/own-changes.ts'
import { beginShowing } from './shown-bulks.ts'
import { followBulk } from './follow-bulk.ts'
import { takeBack } from './undo-bulk.ts'

type ListReply = ReplyOf<typeof listBugs>

/** Where more bugs are refused, the lists are read again rather than what became of each. */
const mostRefusedRead = 500

/** What is set on many bugs, and how they look then. */
export interface ChangeOfMany {
  /** Which bugs. */
  readonly bugs: Pick<BulkOrder, 'ids' | 'query' | 'total'>
  /** Of these, the ones that are on the screen. */
  readonly shownIds: ReadonlySet<string>
  readonly field: ManyName
  /** What the field is called among other words. */
  readonly called: string
  readonly value: FactValue | GivenFields[string]
  /** What the value is called. */
  readonly words: string
  readonly shown: ShownOfMany
  /** Stays the same when it is sent again for want of an answer, so that nothing is done twice. */
  readonly requestKey: string
}

/**
 * Changes many bugs. All screens show the change at once, until the server has changed the last of them or has refused to
 * begin.
 * @param onBegun is told once the server has taken it on
 * @param onFailed is told why it did not
 */
export function changeBugs(
  client: QueryClient,
  change: ChangeOfMany,
  { onBegun, onFailed }: { onBegun: (bulk: Bulk) => void; onFailed: (error: unknown) => void },
): void {
  const { bugs, field, value, shown, requestKey } = change
  const pending: PendingChangeOfMany = { field, shown, before: valuesBefore(client, change) }
  let isBegun = false
  const options = client.defaultMutationOptions({
    mutationKey: changeOfMany,
    mutationFn: async () => {
      const key = keyOfTerm(field)
      const body = { ...bugs, fields: key === undefined ? { [field]: value } : { fields: { [key]: value } } }
      const headers = { 'idempotency-key': requestKey }
      const { result } = await call(endpoint, { body: body as BulkOrder, headers })
      isBegun = true
      keepBulk(client, result)
      beginShowing(result._id)
      rememberMany(result._id, () => void takeBack(client, result._id))
      onBegun(result)
      await keepChanged(client, pending, await followBulk(client, result._id))
    },
    onError: (error: unknown) => {
      if (!isBegun) onFailed(error)
    },
  })
  client
    .getMutationCache()
    .build(client, options)
    .execute(pending as never)
    .catch(() => undefined)
}

/** What the field is now, of the bugs that lists on the screen may show. */
function valuesBefore(client: QueryClient, { shownIds, field }: ChangeOfMany): PendingChangeOfMany['before'] {
  const values = new Map<string, string | boolean | null>()
  for (const [, reply] of client.getQueriesData<ListReply>({ queryKey: bugKeys.lists })) {
    for (const bug of reply?.result ?? []) if (shownIds.has(bug._id)) values.set(bug._id, bulkValueOf(bug, field))
  }
  return values
}

/** Writes into the lists what has become of their bugs. Their order, and who belongs to them, is `useListNews`'s business. */
async function keepChanged(client: QueryClient, { before, field, shown }: PendingChangeOfMany, bulk: Bulk) {
  const isLong = bulk.refused > mostRefusedRead
  const refused = isLong ? new Set<string>() : await refusedIds(bulk)
  const isChanged = (bug: BugListItem) =>
    before.has(bug._id) && !refused.has(bug._id) && bulkValueOf(bug, field) === before.get(bug._id)
  if (!isLong) {
    client.setQueriesData<ListReply>({ queryKey: bugKeys.lists }, (known) => {
      if (!known?.result.some(isChanged)) return undefined
      return {
        ...known,
        result: known.result.map((bug) => (isChanged(bug) ? { ...bug, ...shownChange(shown, bug) } : bug)),
      }
    })
  }
  recountViews(client)
  void client.invalidateQueries({ queryKey: bugKeys.lists, refetchType: isLong ? 'active' : 'none' })
  for (const bugId of before.keys()) {
    void client.invalidateQueries({ queryKey: bugKeys.view(bugId) })
    void client.invalidateQueries({ queryKey: bugKeys.history(bugId) })
  }
}
