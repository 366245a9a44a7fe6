import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { openApi } from './openapi.ts'
import { apiPage } from './page.ts'

const root = resolve(import.meta.dirname, '../..')

/** Where the part that is written by hand lies. */
export const openingPath = join(import.meta.dirname, 'opening.md')

/** The documents of the interface as they have to be, each with its path. */
export async function files(): Promise<{ readonly path: string; readonly text: string }[]> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const page = join(root, 'docs/api.md')
  const document = join(root, 'docs/openapi.json')
  return [
    { path: page, text: await formatted(page, apiPage((await readFile(openingPath, 'utf8')).trim()), 'markdown') },
    { path: document, text: await formatted(document, JSON.stringify(openApi(version)), 'json') },
  ]
}

async function formatted(path: string, text: string, parser: string): Promise<string> {
  return format(text, { ...(await resolveConfig(path)), parser })
}
