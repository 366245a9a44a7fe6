import * as z from 'zod/mini'
import { oneOf } from '#shared/http/fields.ts'
import { bugQuery } from '#shared/bugs/contract.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { agesInOrder, searchQuery } from '#shared/http/page.ts'

/** `jsonl`: lines that `mothlight import` reads; `csv`: a table for spreadsheets. */
const exportFormats = ['jsonl', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Exports of one person within ten minutes. */
export const maxExports = 20

export const exportBugs = endpoint({
  method: 'GET',
  path: '/api/bug/export',
  access: 'canViewData',
  summary:
    'All bugs that the list finds with the same parameters, in its order, as a file: JSON Lines, one bug with its comments and what is known of its files a line, or CSV, one a row. It holds what the caller may see, as of one moment. An answer that breaks off is incomplete; the last line of JSON Lines counts the bugs.',
  query: z
    .object({
      ...searchQuery,
      ...bugQuery,
      format: oneOf(exportFormats),
    })
    .check(agesInOrder),
  gives: 'file',
  reply: z.never(),
})
