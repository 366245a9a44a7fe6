import { withoutCode } from '#shared/texts/without-code.ts'

/** Matches a frame of a stack trace, in the formats of the usual languages. */
const frames = [
  /^\s+at\s+\S.*[(:[<]/,
  /^\s+at\s+[\w$.<>]+$/,
  /^\s+File ".*", line \d+/,
  /^\s+\.\.\. \d+ (?:more|common frames)/,
  /^\s*(?:Caused by|Suppressed): /,
  /^\s*\d+:?\s+(?:\S+\s+)?0x[\da-f]{6,}/i,
  /^\s*#\d+\s+(?:0x[\da-f]+|pc |\S+ \()/i,
  /^Traceback \(most recent call last\)/,
]

/** Matches a line of a log: it begins with a timestamp or a level. */
const entries = [
  /^\s*\[?\d{4}[-/]\d\d[-/]\d\d[T ]+\d\d:\d\d:\d\d/,
  /^\s*\[?\d\d[-/]\d\d +\d\d:\d\d:\d\d\.\d/,
  /^\s*\[?\d\d:\d\d:\d\d[.,\]:]\S*\s/,
  /^\s*(?:\w{3} )?\w{3} +\d{1,2} \d\d:\d\d:\d\d /,
  /^\s*\[(?:ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|SEVERE|VERBOSE)\]/i,
  /^\s*(?:ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|SEVERE)\s*[:|[]/,
  /^\s*[VDIWEF]\/[\w$.:-]+\s*(?:\(\s*\d+\))?\s*:/,
]

const failure = /(?:Error|Exception|Throwable|panicked|Fatal|abort|crash)/i

/** Matches the end of a trace in languages that put the failure last. */
const lastLine = /^[\w.]*(?:Error|Exception)(?::|$)/

/** Matches a line of source code by its beginning or end. */
const code =
  /[;{}]\s*(?:\/\/.*)?$|^\s*(?:[}\])]|\/\/|\/\*|#include\b|import [\w{*'"]|(?:var|let|const|function|public|private|protected|static|return|if \(|for \(|while \()\b|<\/?[\w:-]+[^>]*>)/

const isFrame = (line: string) => frames.some((pattern) => pattern.test(line))
const isEntry = (line: string) => entries.some((pattern) => pattern.test(line))
const isSetOff = (line: string) => /^(?: {2}|\t)\s*\S/.test(line)

/**
 * Puts fences around pasted output of programs: stack traces, logs, source code. As Markdown, its lines would be joined
 * and lose their margins.
 */
export function fenceProgramLines(text: string): string {
  const lines = text.split('\n')
  const words = withoutCode(text).split('\n')
  const isWords = (index: number) => lines[index] === words[index] && lines[index]?.trim() !== ''
  const endOfCode = codeFinder((index) => (isWords(index) ? (lines[index] ?? '') : ''))
  const result: string[] = []
  let index = 0
  while (index < lines.length) {
    const end = isWords(index) ? endOfRun(lines, index, isWords, endOfCode) : index
    if (end > index) {
      const run = lines.slice(index, end)
      const fence = '`'.repeat(Math.max(3, ...(run.join('\n').match(/`+/g) ?? []).map((ticks) => ticks.length + 1)))
      result.push(fence, ...run, fence)
      index = end
    } else result.push(lines[index++] ?? '')
  }
  return result.join('\n')
}

/** Returns the end of a program's output that begins here; `start` if none does. */
function endOfRun(
  lines: readonly string[],
  start: number,
  isWords: (index: number) => boolean,
  endOfCode: (start: number) => number,
): number {
  const line = (index: number) => (isWords(index) ? (lines[index] ?? '') : '')
  const isHead = failure.test(line(start)) && isFrame(line(start + 1))
  if (isHead || isFrame(line(start)) || isEntry(line(start))) {
    let end = start + 1
    // Lines that are indented below an entry or a frame belong to it, and so does the next line of a trace.
    while (isWords(end) && (isFrame(line(end)) || isEntry(line(end)) || isSetOff(line(end)) || isHeadAt(end))) end++
    return end - start > 1 || isFrame(line(start)) ? end : start
  }
  return endOfCode(start)

  function isHeadAt(index: number): boolean {
    return failure.test(line(index)) && (isFrame(line(index + 1)) || lastLine.test(line(index)))
  }
}

/**
 * Finds source code: at least three lines, most of them code, up to a blank line that no code follows. Each line is
 * read only once.
 */
function codeFinder(line: (index: number) => string): (start: number) => number {
  let run: CodeRun | undefined
  return (start) => {
    if (!code.test(line(start)) || isMarkdown(line(start))) return start
    if (!run || start < run.start || start >= run.end) run = codeRun(line, start)
    const { lines = 0, marked = 0 } = run.from[start - run.start] ?? {}
    return lines >= 3 && marked >= lines * 0.6 ? run.end : start
  }
}

interface CodeRun {
  readonly start: number
  /** The index after its last line that is not blank. */
  readonly end: number
  /** For each line, how many lines remain, without blank ones, and how many of them are code. */
  readonly from: readonly { readonly lines: number; readonly marked: number }[]
}

function codeRun(line: (index: number) => string, start: number): CodeRun {
  const kinds: ('code' | 'other' | 'blank')[] = []
  let end = start
  for (let index = start; ; index++) {
    const here = line(index)
    const isCode = code.test(here)
    if (here === '' ? !code.test(line(index + 1)) && !isSetOff(line(index + 1)) : !isCode && !isSetOff(here)) break
    kinds.push(here === '' ? 'blank' : isCode ? 'code' : 'other')
    if (here !== '') end = index + 1
  }
  let [lines, marked] = [0, 0]
  const from = kinds.toReversed().map((kind) => {
    if (kind !== 'blank') lines++
    if (kind === 'code') marked++
    return { lines, marked }
  })
  return { start, end, from: from.toReversed() }
}

const isMarkdown = (line: string) => /^\s*(?:[-*+>|#]|\d+[.)])\s/.test(line)
