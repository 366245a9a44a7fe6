import type { BugListItem } from '#shared/bugs/contract.ts'
import type { BugNotification } from '#shared/following/contract.ts'
import { mostOfWork } from '#web/features/bugs/public.ts'
import type { WorkList } from './work-list.ts'

/** What waits for somebody: what they have not read, or else a bug that waits for their answer. */
export type Waiting = { readonly news: BugNotification } | { readonly bug: BugListItem }

/** Bugs that wait for an answer and have room whatever is unread. */
const leastBugs = 2

/**
 * Puts what is unread before what was read and still waits for an answer; what is both is unread. Each has room in what is shown
 * at first. When one of the two could not be read, the other one is there all the same.
 */
export function waitingOf(answers: WorkList<BugNotification>, bugs: WorkList<BugListItem>): WorkList<Waiting> {
  const unread = new Set(answers.items?.map(({ bug }) => bug._id))
  const waiting = bugs.items?.filter(({ _id }) => !unread.has(_id)) ?? []
  const first = mostOfWork - Math.min(waiting.length, leastBugs)
  const news = answers.items?.map((item) => ({ news: item })) ?? []
  const items = [...news.slice(0, first), ...waiting.map((bug) => ({ bug })), ...news.slice(first)]
  const error = answers.error ?? bugs.error
  const isSettled = [answers, bugs].every((list) => list.items || list.error)
  return {
    items: isSettled && (items.length > 0 || !error) ? items : undefined,
    total: answers.total + bugs.total - ((bugs.items?.length ?? 0) - waiting.length),
    error,
    retry: () => {
      answers.retry()
      bugs.retry()
    },
  }
}
