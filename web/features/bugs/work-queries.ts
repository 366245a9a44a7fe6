import { standardViews } from '#shared/views/contract.ts'
import { bugListQuery } from './bug-list-query.ts'

/** Most bugs of each of somebody's lists on the home page. */
export const mostOfWork = 5

const firstOf = (view: (typeof standardViews)[number]['_id']) =>
  bugListQuery({ ...standardViews.find(({ _id }) => _id === view)?.search, pageSize: mostOfWork })

/** Finds what waits for an answer of the reader: as its reporter, or as the one that it is assigned to. */
export const waitingForMe = '(is:waiting author:@me OR is:unanswered assignee:@me -is:snoozed) sort:waiting'

/** The beginning of the queue of whoever may classify any bug. */
export const untriagedQuery = firstOf('untriaged')

/** The beginnings of the reader's own lists. The standard views show the last two whole. */
export const workQueries = {
  waiting: bugListQuery({ keywords: waitingForMe, pageSize: 25 }),
  assigned: firstOf('assigned-to-me'),
  reported: firstOf('reported-by-me'),
}
