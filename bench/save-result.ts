import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { machine } from './machine.ts'

/**
 * Keeps a result with the project, in place of the one before.
 * @param name of the benchmark, and of the part that was measured
 * @param page short: one table in Markdown, with what it was measured with
 * @returns the file
 */
export async function saveResult(name: string, page: string): Promise<string> {
  const file = fileURLToPath(new URL(`results/${name}.md`, import.meta.url))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, page)
  return file
}

/** When and with what was measured, as a sentence. */
export function measuredWith({
  processor,
  cores,
  memoryGiB,
  system,
  node,
  ...rest
}: ReturnType<typeof machine>): string {
  const { postgres, mothlight, commit } = rest
  return (
    `${new Date().toISOString().slice(0, 10)}, ${processor} × ${cores}, ${memoryGiB} GiB, ${system}; Node ${node}, ` +
    `PostgreSQL ${postgres}, Mothlight ${mothlight}, commit ${commit ?? 'unknown'}.`
  )
}

/** A table in Markdown. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
