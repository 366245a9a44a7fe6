import type { Postings } from './postings.ts'
import type { ReportTable } from './report-table.ts'
import type { TermTable } from './term-table.ts'

/** What an index is made of. */
export interface Known {
  readonly terms: TermTable
  readonly postings: Postings
  readonly reports: ReportTable
  /** Words of all reports together, by field. */
  readonly lengths: { readonly title: number; readonly prose: number; readonly code: number }
}
