import type { SimilarQuery } from '#server/features/similar/engine/similar-index.ts'
import type { RecordedReport, ReportSet } from './read-set.ts'

/** The part of a report that is typed when duplicates of it are searched. */
export const typings = ['full', 'title', 'words4'] as const
export type Typing = (typeof typings)[number]

/** Groups without a report in this many days before are excluded. */
const longestAge = 365

const dayInMs = 86_400_000

/** The right group was excluded or not found. */
export const notFound = Infinity

/** A report whose group has earlier reports, and what is known when it is created. */
export interface DuplicateQuery {
  readonly report: RecordedReport
  query(typing: Typing): SimilarQuery
  /** Returns whether a group counts as a candidate; groups are named by their bucket. */
  isCandidate(group: string): boolean
  /** Returns the place of the right group among these, best first, from 1; `notFound` when it is not there. */
  placeIn(groups: Iterable<string>): number
}

/**
 * Processes a set in order of creation.
 * @param onQuery for each report of `split` that is a duplicate, before it is added
 * @param onReport for each report, to add it
 */
export async function playSet(
  set: ReportSet,
  split: RecordedReport['split'],
  onQuery: (query: DuplicateQuery) => void | Promise<void>,
  onReport: (report: RecordedReport) => void,
): Promise<void> {
  const newest = new Map<string, number>()
  for (const report of set.reports) {
    const right = String(report.bucket)
    const isCandidate = (group: string) => report.day - (newest.get(group) ?? -Infinity) <= longestAge
    if (report.dup && report.split === split) {
      const placeIn = (groups: Iterable<string>) => {
        let place = 0
        for (const group of groups) {
          if (!isCandidate(group)) continue
          place++
          if (group === right) return place
        }
        return notFound
      }
      await onQuery({ report, query: (typing) => queryOf(report, typing), isCandidate, placeIn })
    }
    newest.set(right, report.day)
    onReport(report)
  }
}

/** Returns a report in the form of the product's module. */
export function indexed(report: RecordedReport, prefix = '') {
  const { n, bucket, day, title, description, product, component } = report
  const facts = { title, description, product, component, createdOn: day * dayInMs }
  const seen = { productNumber: 0, isPrivate: false }
  return { ...facts, ...seen, id: `${prefix}${n}`, group: `${prefix}${bucket}` }
}

function queryOf({ title, description, product, component, day }: RecordedReport, typing: Typing): SimilarQuery {
  const said = { product, component, now: day * dayInMs }
  if (typing === 'full') return { title, description, ...said }
  return { title: typing === 'title' ? title : title.trim().split(/\s+/).slice(0, 4).join(' '), ...said }
}
