import { closeSync, copyFileSync, fstatSync, openSync, readSync, renameSync, statSync, truncateSync } from 'node:fs'

/** Largest size of the log and of its one predecessor, in bytes. */
const LARGEST = 5 * 1024 * 1024

/** Opens the server's log for appending, after moving a large one aside. The caller closes the descriptor. */
export function openLog(path: string): { descriptor: number; size: number } {
  if (sizeOf(path) > LARGEST) renameSync(path, `${path}.1`)
  const descriptor = openSync(path, 'a', 0o600)
  return { descriptor, size: fstatSync(descriptor).size }
}

/**
 * Truncates a log that grew too large under a running server, keeping a copy. The server appends, so it continues at 0.
 */
export function boundLog(path: string, largest = LARGEST): void {
  if (sizeOf(path) <= largest) return
  try {
    copyFileSync(path, `${path}.1`)
  } catch {
    // A full disk has no room for a copy. Truncating the log frees some.
  }
  truncateSync(path)
}

/** Returns what was written to the log after the given size, at most the last 16 kB of it. */
export function logSince(path: string, size: number): string {
  const end = sizeOf(path)
  const start = Math.max(size, end - 16_384)
  if (end <= start) return ''
  const descriptor = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(end - start)
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, start))
  } finally {
    closeSync(descriptor)
  }
}

/** Returns the last lines of a text, for the end of an error's message. */
export function lastLines(text: string, count = 5): string {
  return text
    .trim()
    .split('\n')
    .slice(-count)
    .map((line) => `\n  ${line.trim()}`)
    .join('')
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
