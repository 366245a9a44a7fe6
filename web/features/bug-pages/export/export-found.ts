import { exportBugs, type ExportFormat } from '#shared/exporting/contract.ts'
import { type ListSearch, toListQuery } from '#web/features/bugs/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { fetchFile } from '#web/lib/fetch-file.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { bugsWords } from './export-words.ts'

/** Milliseconds after which it is told that an export is under way. */
const patience = 1_000

/** The export that is under way. */
let running: AbortController | undefined

/** Saves what a search finds as a file of the reader's, and tells how it went. Nothing is saved of half an export. */
export async function exportFound(search: ListSearch, total: number, format: ExportFormat): Promise<void> {
  running?.abort()
  const own = new AbortController()
  running = own
  const told = setTimeout(() => tell(`Exporting ${bugsWords(total)} …`, () => own.abort()), patience)
  try {
    const { pageNumber: _page, pageSize: _size, ...query } = toListQuery(search)
    const { name, content } = await fetchFile(exportBugs, { query: { ...query, format }, signal: own.signal })
    // A proxy may have told that half of it is all.
    if (format === 'jsonl' && !(await content.slice(-80).text()).includes('{"type":"end"')) throw brokenOff()
    save(name, content)
    tell(`Saved as ${name}.`)
  } catch (error) {
    if (own.signal.aborted) return own === running ? tell('The export was cancelled.') : undefined
    toastFailure(
      'The export failed',
      referenceOf(error),
      `${explainError(error).explanation} Nothing was saved.`,
      undefined,
      key,
    )
  } finally {
    clearTimeout(told)
    if (running === own) running = undefined
  }
}

const key = 'export'

const brokenOff = () => new CallError({ status: 0, code: 'unreachable', message: 'The export broke off.' })

function tell(text: string, cancel?: () => void): void {
  toastSuccess(text, cancel && { label: 'Cancel', onClick: cancel }, undefined, key)
}

function save(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has begun to save by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
