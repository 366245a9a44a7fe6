import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Returns the first line of `input` without its end; empty when there is none. */
export async function firstLine(input: Readable): Promise<string> {
  const lines = createInterface({ input, terminal: false })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    input.destroy()
  }
}
