import { stripVTControlCharacters } from 'node:util'
import type { Breakage } from './outcome.ts'

/** Most lines of one message, and characters of one test, that are repeated. */
const mostLines = 7
const mostCharacters = 1500

/** Returns the name of what failed and the first lines of what was wrong: thousands of lines may lie between it and the end. */
export function failureLines({ name, messages }: Breakage): string {
  const lines = messages.flatMap((message) => toldLines(message).slice(0, mostLines))
  return [`failed: ${name}`, ...lines.map((line) => `  ${line}`)].join('\n').slice(0, mostCharacters)
}

/** Returns the one line that names a test which passed when tried again. */
export function flakyLine({ name, messages }: Breakage): string {
  return `flaky: ${name}: ${messages.flatMap(toldLines)[0]?.trim() ?? 'failed'}`
}

/** Leaves colours, stacks, and the code around the failure out. */
function toldLines(message: string): string[] {
  const lines = stripVTControlCharacters(message).split('\n')
  return lines.filter((line) => line.trim() !== '' && !/^\s+at .+(:\d+|<anonymous>)\)?$|^\s*>?\s*\d*\s\|/.test(line))
}
