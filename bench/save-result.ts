import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Keeps a result with the project.
 * @param set what was measured: `all` or the names of the scenarios
 * @returns the file
 */
export async function saveResult(set: string, result: object): Promise<string> {
  const day = new Date().toISOString().slice(0, 10)
  const file = fileURLToPath(new URL(`results/${day}-${set}.json`, import.meta.url))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(result, rounded, 2)}\n`)
  return file
}

/** Three decimals say all that a measurement knows. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value
}
