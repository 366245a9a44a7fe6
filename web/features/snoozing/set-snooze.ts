import type { QueryClient } from '@tanstack/react-query'
import type { BugListItem, listBugs } from '#shared/bugs/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { snoozeBug, wakeBug } from '#shared/snoozing/contract.ts'
import { bugKeys, makeBugChange } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { holdPlace } from './hold-place.ts'
import { heldUntil, untilWords } from './snooze-words.ts'

type ListReply = ReplyOf<typeof listBugs>

/**
 * Snoozes a bug for the reader, or wakes it, and offers to undo that. All screens show it at once, and it leaves the
 * lists on the screen to which it no longer belongs.
 * @param until a timestamp, `activity`, or undefined to wake it
 * @param onDone called when it is done, and when it is undone
 */
export function setSnooze(
  client: QueryClient,
  bug: BugListItem,
  until: string | undefined,
  onDone: () => void = () => {},
): void {
  const params = { bugId: bug._id }
  const before = heldUntil(bug.snoozedUntil)
  leaveLists(client, bug._id, until)
  makeBugChange<undefined>(
    client,
    bug._id,
    {
      kind: 'snooze',
      send: async () =>
        (await (until === undefined ? call(wakeBug, { params }) : call(snoozeBug, { params, body: { until } }))).result,
      onDone: () => {
        showInLists(client, bug._id, until)
        readListsAgain(client)
        onDone()
        const changed = { ...bug, snoozedUntil: until }
        const undo = { label: 'Undo', onClick: () => setSnooze(client, changed, before, onDone) }
        if (until === undefined)
          toastSuccess('Woken up', before === undefined ? undefined : undo, 'It is in your queues again.')
        else toastSuccess(`Snoozed ${untilWords(until)}`, undo, 'For you only; searches still find it.')
      },
      onRefused: (error) => {
        readListsAgain(client)
        toastFailure(
          until === undefined ? 'This bug is still snoozed' : 'This bug was not snoozed',
          referenceOf(error),
          explainError(error).explanation,
        )
      },
    },
    { shown: { snoozedUntil: until }, body: undefined },
  )
}

/** Removes a bug from the lists that leave out what is snoozed, or that show nothing else. */
function leaveLists(client: QueryClient, bugId: string, until: string | undefined): void {
  const term = until === undefined ? /(^|\s)is:snoozed(\s|$)/i : /(^|\s)-is:snoozed(\s|$)/i
  for (const { queryKey } of listsThatAsk(client, term)) {
    const known = client.getQueryData<ListReply>(queryKey)
    if (!known?.result.some(({ _id }) => _id === bugId)) continue
    holdPlace(bugId)
    const { pagination, result } = known
    client.setQueryData<ListReply>(queryKey, {
      ...known,
      result: result.filter(({ _id }) => _id !== bugId),
      pagination: { ...pagination, totalCount: pagination.totalCount - 1 },
    })
  }
}

/** The version of a bug does not count what one person keeps about it, so rows are not replaced by themselves. */
function showInLists(client: QueryClient, bugId: string, until: string | undefined): void {
  client.setQueriesData<ListReply>(
    { queryKey: bugKeys.lists },
    (known) =>
      known && {
        ...known,
        result: known.result.map((row) => (row._id === bugId ? { ...row, snoozedUntil: until } : row)),
      },
  )
}

/** Another bug takes the place of the one that left, or it comes back. */
function readListsAgain(client: QueryClient): void {
  for (const { queryKey } of listsThatAsk(client, /is:snoozed/i)) void client.invalidateQueries({ queryKey })
}

function listsThatAsk(client: QueryClient, term: RegExp) {
  return client.getQueryCache().findAll({
    queryKey: bugKeys.lists,
    predicate: ({ queryKey }) => term.test((queryKey.at(-1) as { keywords?: string }).keywords ?? ''),
  })
}
