import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How a result is looked at, beside its numbers; each of these becomes a file. */
export interface Pictures {
  /** Markdown. */
  readonly table: string
  /** SVG. */
  readonly chart?: string
}

/** The file of a result, without its ending. @param set what was measured */
export function resultName(set: string): string {
  return `${new Date().toISOString().slice(0, 10)}-${set}`
}

/**
 * Keeps a result with the project.
 * @param set what was measured: `all`, `scale` or the names of the scenarios
 * @returns the file of the numbers; those of the pictures have the same name
 */
export async function saveResult(set: string, result: object, pictures?: Pictures): Promise<string> {
  const file = (ending: string) => fileURLToPath(new URL(`results/${resultName(set)}.${ending}`, import.meta.url))
  await mkdir(dirname(file('json')), { recursive: true })
  await writeFile(file('json'), `${JSON.stringify(result, rounded, 2)}\n`)
  if (pictures) {
    await writeFile(file('md'), pictures.table)
    if (pictures.chart !== undefined) await writeFile(file('svg'), pictures.chart)
  }
  return file('json')
}

/** Three decimals say all that a measurement knows. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value
}
