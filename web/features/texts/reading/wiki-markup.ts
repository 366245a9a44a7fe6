import { withoutCode } from '#shared/texts/without-code.ts'

/**
 * Matches what only texts from older trackers contain: {code}, {noformat}, 'h3. Heading', '[words|https://address]'.
 */
const wiki = /\{(?:code|noformat)(?::[^{}\n]*)?\}|^h[1-6]\. ?[\p{L}*_{]|\[[^[\]|\n]+\|https?:[^[\]\s]+\]/mu

const opening = /\{(code|noformat)(?::([^{}\n]*))?\}/g
const language = /^[\w+#.-]+$/

/** Converts the wiki markup of older trackers, which imports contain, to Markdown. Any other text is unchanged. */
export function fromWikiMarkup(text: string): string {
  if (!wiki.test(text)) return text
  return outsideOfCode(withFences(text), (line) =>
    line
      .replace(/^(#{1,3}) /, (_all, { length }: string) => `${'   '.repeat(length - 1)}1. `)
      .replace(/^(\*{2,3}) /, (_all, { length }: string) => `${'  '.repeat(length - 1)}- `)
      .replace(/^h([1-6])\. */, (_all, depth: string) => `${'#'.repeat(Number(depth))} `)
      .replace(/\{\{(?! )([^`{\n]+?)\}\}/g, '`$1`')
      .replace(/\[([^[\]|\n]+)\|(https?:[^[\]|\s]+)(?:\|[^[\]]*)?\]/g, '[$1](<$2>)')
      .replace(/(?<![\p{L}\p{N}*])\*(?![*\s])([^*\n]*[^*\s])\*(?![\p{L}\p{N}*])/gu, '**$1**'),
  )
}

/** Converts blocks of code, which end with the next mark of their kind; a mark without an end is text. */
function withFences(text: string): string {
  const words = withoutCode(text)
  const last = { code: text.lastIndexOf('{code}'), noformat: text.lastIndexOf('{noformat}') }
  let result = ''
  let done = 0
  for (const match of text.matchAll(opening)) {
    const kind = match[1] === 'code' ? 'code' : 'noformat'
    const start = match.index + match[0].length
    if (match.index < done || words[match.index] === ' ' || last[kind] < start) continue
    const end = text.indexOf(`{${kind}}`, start)
    const code = text.slice(start, end)
    result += text.slice(done, match.index) + (code.includes('\n') ? fencedBlock(code, match[2]) : codeSpan(code))
    done = end + kind.length + 2
  }
  return result + text.slice(done)
}

function fencedBlock(code: string, parameters = ''): string {
  const info = parameters.split('|').find((part) => language.test(part)) ?? ''
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1))
  return `\n${fence}${info}\n${code.replace(/^[^\S\n]*\n|\n[^\S\n]*$/g, '')}\n${fence}\n`
}

function codeSpan(code: string): string {
  const fence = '`'.repeat(longestRun(code) + 1)
  return code.trim() === '' ? code : `${fence} ${code} ${fence}`
}

/** Returns the length of the longest run of backticks. */
function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}

/** Changes the lines of a text outside of code. */
function outsideOfCode(text: string, change: (line: string) => string): string {
  const words = withoutCode(text).split('\n')
  return text
    .split('\n')
    .map((line, index) => (line === words[index] ? change(line) : line))
    .join('\n')
}
