import { codeBits, codeOfCounts, countsOfCode, unusual } from './entries.ts'

/**
 * What a report is made of, as one string of bytes: the terms of its title in order, then each of its terms once with
 * its counts, as a code where that does (entries.ts). Strings of bytes take less room than arrays, of which each would weigh more than what it holds.
 */
export interface ReportTerms {
  /** Terms of the title in order, as often as they stand there. */
  readonly title: readonly number[]
  /** Each term once, ascending. */
  readonly terms: readonly number[]
  /** Beside `terms`: counts by field, packed as in a posting. */
  readonly counts: readonly number[]
}

/** Bytes that a number of 32 bits takes at most. */
const longestNumber = 5

/** Where the bytes are put together; used again and again. */
let scratch = Buffer.allocUnsafeSlow(4096)

export function packTerms({ title, terms, counts }: ReportTerms): string {
  const most = (1 + title.length + 2 * terms.length) * longestNumber
  if (scratch.length < most) scratch = Buffer.allocUnsafeSlow(most * 2)
  let end = write(title.length, 0)
  for (const term of title) end = write(term, end)
  let before = 0
  for (const [at, term] of terms.entries()) {
    const own = counts[at] as number
    const code = codeOfCounts(own)
    end = write(((term - before) << codeBits) | code, end)
    if (code === unusual) end = write(own, end)
    before = term
  }
  return scratch.toString('latin1', 0, end)
}

/** Calls `onTitle` for each term of the title in order, then `onTerm` for each term of the report. */
export function eachPackedTerm(
  packed: string,
  onTitle: (term: number) => void,
  onTerm: (term: number, counts: number) => void,
): void {
  let at = 0
  const read = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = packed.charCodeAt(at++)
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  for (let left = read(); left > 0; left--) onTitle(read())
  for (let term = 0; at < packed.length;) {
    const value = read()
    const code = value & unusual
    term += value >>> codeBits
    onTerm(term, code === unusual ? read() : countsOfCode(code))
  }
}

/** @returns where the next number goes */
function write(value: number, at: number): number {
  let end = at
  let left = value >>> 0
  for (; left >= 0x80; left >>>= 7) scratch[end++] = (left & 0x7f) | 0x80
  scratch[end++] = left
  return end
}
