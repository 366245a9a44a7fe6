/**
 * What a report is made of, as one string of bytes: the terms of its title in order, then each of its terms once with
 * its counts. Strings of bytes take less room than arrays, of which each would weigh more than what it holds.
 */
export interface ReportTerms {
  /** Terms of the title in order, as often as they stand there. */
  readonly title: readonly number[]
  /** Each term once, ascending. */
  readonly terms: readonly number[]
  /** Beside `terms`: counts by field, packed as in a posting. */
  readonly counts: readonly number[]
}

export function packTerms({ title, terms, counts }: ReportTerms): string {
  const bytes: number[] = []
  write(bytes, title.length)
  for (const term of title) write(bytes, term)
  let before = 0
  for (const [at, term] of terms.entries()) {
    write(bytes, term - before)
    write(bytes, counts[at] as number)
    before = term
  }
  return Buffer.from(bytes).toString('latin1')
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
    term += read()
    onTerm(term, read())
  }
}

function write(bytes: number[], value: number): void {
  let left = value
  for (; left >= 0x80; left >>>= 7) bytes.push((left & 0x7f) | 0x80)
  bytes.push(left)
}
