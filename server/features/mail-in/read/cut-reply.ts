import { historyIn, isPhoneSignature } from './mail-words.ts'

/** Most lines of a signature: more of them are words of somebody. */
const longestSignature = 12

/** What is known of a mail beside its text. */
interface Beside {
  /** Signatures that the program of its author has marked in its page. */
  readonly signatures?: readonly string[]
  /** It brings files, so it may say nothing. */
  readonly hasFiles?: boolean
}

/**
 * Returns what somebody wrote in an answer, without the mail that they answer and without a signature. Answers between quoted lines keep
 * what they answer. Where nothing would be left of a mail that brings no files, all of it is returned.
 */
export function cutReply(text: string, { signatures = [], hasFiles = false }: Beside = {}): string {
  const lines = tidy(text).split('\n')
  const { end, sentence } = historyIn(lines)
  const own = lines.slice(0, end)
  if (sentence) own.splice(sentence[0], sentence[1] - sentence[0])
  const kept = withoutEnding(sentence ? withoutWholeQuote(own, sentence[0]) : own, signatures.map(linesOf))
  if (kept !== '' || hasFiles) return kept
  return own.join('\n').trim() || lines.join('\n').trim()
}

/** Answers below the whole mail are not between its lines: it goes, if it has several paragraphs and nothing else is quoted. */
function withoutWholeQuote(lines: readonly string[], from: number): readonly string[] {
  const begins = lines.findIndex((line, n) => n >= from && line.startsWith('>'))
  const after = lines.findIndex((line, n) => n > begins && !line.startsWith('>'))
  if (begins < 0 || after < 0) return lines
  const isWhole = lines.slice(begins, after).some((line) => /^[>\s]*$/.test(line))
  const isOnly = !lines.slice(after).some((line) => line.startsWith('>'))
  return isWhole && isOnly ? [...lines.slice(0, begins), ...lines.slice(after)] : lines
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const tidy = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u200b\u200e\u200f\u2060\ufeff]/g, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[ \t]+$/gm, (end) => (end === ' ' ? end : ''))

/** Cuts what stands at the end, one after the other, as long as there is something. */
function withoutEnding(given: readonly string[], signatures: readonly (readonly string[])[]): string {
  let lines = withoutBlankEnd(given)
  for (;;) {
    const at = endingAt(lines, signatures)
    if (at === undefined) return lines.join('\n').trim()
    lines = withoutBlankEnd(lines.slice(0, at))
  }
}

const withoutBlankEnd = (lines: readonly string[]) =>
  lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1)

/** Returns the line with which something to cut begins at the end: a quote, a signature, or what a phone adds. */
function endingAt(lines: readonly string[], signatures: readonly (readonly string[])[]): number | undefined {
  const last = lines.findLastIndex((line) => line.trim() !== '' && !line.startsWith('>'))
  if (lines.slice(last + 1).some((line) => line.startsWith('>'))) return last + 1
  if (isPhoneSignature(lines.at(-1) ?? '')) return lines.length - 1
  const delimiter = lines.findLastIndex((line) => /^--\s*$/.test(line))
  if (delimiter >= 0 && isShort(lines.slice(delimiter + 1))) return delimiter
  for (const signature of signatures) {
    const begins = endOf(lines, signature)
    if (begins !== undefined) return begins
  }
  return undefined
}

const isShort = (lines: readonly string[]) =>
  lines.length <= longestSignature && !lines.some((line) => line.startsWith('>'))

/** Returns where these lines begin if they stand at the end, with or without empty ones between them. */
function endOf(lines: readonly string[], signature: readonly string[]): number | undefined {
  let [at, left] = [lines.length, signature.length]
  while (at > 0 && left > 0) {
    at -= 1
    const line = lines[at]?.trim() ?? ''
    if (line === '') continue
    if (line !== signature[left - 1]) return undefined
    left -= 1
  }
  return left === 0 && signature.length > 0 ? at : undefined
}
