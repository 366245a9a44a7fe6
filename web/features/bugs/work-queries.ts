import { standardViews } from '#shared/views/contract.ts'
import { bugListQuery } from './bug-list-query.ts'

/** Most bugs of each of somebody's lists on the home page. */
export const mostOfWork = 5

const firstOf = (view: (typeof standardViews)[number]['_id']) =>
  bugListQuery({ ...standardViews.find(({ _id }) => _id === view)?.search, pageSize: mostOfWork })

/** The beginnings of the reader's own lists, which the standard views show whole. */
export const workQueries = { assigned: firstOf('assigned-to-me'), reported: firstOf('reported-by-me') }
