import { CallError, refusalOf } from '#web/lib/call-error.ts'
import type { FileSource, ShownFile } from './file-source.ts'

export interface Sending {
  /** Called with the number of bytes sent so far. */
  readonly onProgress: (sent: number) => void
  readonly signal: AbortSignal
}

/**
 * Uploads a file to where a source says. It doesn't use `fetch`, which reports no progress.
 * @throws {CallError} when it is refused, or does not arrive
 * @throws the abort reason when `signal` is aborted
 */
export function sendFile(
  file: File,
  { onProgress, signal }: Sending,
  { uploadAddress }: Pick<FileSource, 'uploadAddress'>,
): Promise<ShownFile> {
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  signal.addEventListener('abort', abort)
  const answer = new Promise<ShownFile>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(Math.min(loaded, file.size)))
    request.addEventListener('load', () => {
      const reply = parsed(request.responseText)
      if (request.status === 200 && reply !== undefined) resolve((reply as { result: ShownFile }).result)
      else reject(refusalOf(request.status, headersOf(request), reply))
    })
    request.addEventListener('error', () =>
      reject(new CallError({ status: 0, code: 'unreachable', message: 'The server could not be reached.' })),
    )
    request.addEventListener('abort', () => reject(signal.reason as Error))
    request.open('POST', uploadAddress(file.name || 'file'))
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.send(file)
  })
  return answer.finally(() => signal.removeEventListener('abort', abort))
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const name of ['retry-after', 'x-request-id']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
