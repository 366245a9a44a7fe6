import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { apiPage } from './page.ts'

const path = resolve(import.meta.dirname, '../../docs/api.md')

/** Path of the handwritten part. */
export const openingPath = join(import.meta.dirname, 'opening.md')

/** Returns the expected docs/api.md with its path. */
export async function apiPageFile(): Promise<{ readonly path: string; readonly text: string }> {
  const page = apiPage((await readFile(openingPath, 'utf8')).trim())
  return { path, text: await format(page, { ...(await resolveConfig(path)), parser: 'markdown' }) }
}
