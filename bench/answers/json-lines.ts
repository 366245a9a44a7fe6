import { readFile, writeFile } from 'node:fs/promises'

/** Reads a file with a JSON value on each line. */
export async function readLines<T>(file: string): Promise<T[]> {
  const text = await readFile(file, 'utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as T]))
}

export async function writeLines(file: string, values: readonly unknown[]): Promise<void> {
  await writeFile(file, values.map((value) => `${JSON.stringify(value)}\n`).join(''))
}
