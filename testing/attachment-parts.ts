import type { uploadAttachment } from '#shared/attachments/contract.ts'
import type { Buffer } from 'node:buffer'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer, Caller, TestApp } from './test-app.ts'

/** Sends a file as a browser does. */
export async function upload(
  caller: Caller,
  name: string,
  content: Buffer | string,
): Promise<Answer<typeof uploadAttachment>> {
  const answer = await caller.send('POST', `/api/attachments?${new URLSearchParams({ name })}`, content, {
    'content-type': 'application/octet-stream',
  })
  return answer as Answer<typeof uploadAttachment>
}

/** Uploads a file. @returns its id */
export async function uploaded(caller: Caller, name: string, content: Buffer | string): Promise<string> {
  const answer = await upload(caller, name, content)
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.refusal.error.message}`)
  return answer.body.result._id
}

/** Reads an attachment's bytes. */
export async function download(app: TestApp, caller: Caller, id: string, query = '', headers = {}) {
  const { cookie } = caller
  return app.http.inject({ url: `/api/attachments/${id}${query}`, headers: { ...(cookie && { cookie }), ...headers } })
}

/**
 * Returns the paths of all files below the data folder's attachments, in order, without folders and marks of owners.
 */
export async function keptFiles(app: TestApp): Promise<string[]> {
  const folder = join(app.config.dataDir, 'attachments')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('owners/'))
    .toSorted()
}
