import { queryOptions } from '@tanstack/react-query'
import { type ReporterView, uploadToReport, viewReport, viewReportFile } from '#shared/reporter-links/contract.ts'
import type { FileSource } from '#web/features/attachments/public.ts'
import { addressOf, call } from '#web/lib/call.ts'

/** Milliseconds after which an open page reads again what became of the report. */
const readAgainAfter = 20_000

/** Reads the report of a link, again and again while its page is open. */
export const reportQuery = (token: string) =>
  queryOptions({
    queryKey: ['report', token],
    queryFn: async ({ signal }): Promise<ReporterView> =>
      (await call(viewReport, { params: { token }, signal })).result,
    refetchInterval: readAgainAfter,
    refetchOnWindowFocus: true,
  })

/** Where the files of a report come from, for whoever has its link. */
export const filesOfReport = (token: string): FileSource => ({
  address: (attachmentId, size) => addressOf(viewReportFile.path, { token, attachmentId }, { size }),
  uploadAddress: (name) => addressOf(uploadToReport.path, { token }, { name }),
  queryKey: ['report-files', token],
  // Those that there are came with the report.
  find: () => Promise.resolve(undefined),
})
