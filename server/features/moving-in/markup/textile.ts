import type { MarkupContext } from './context.ts'
import { MarkdownLines } from './markdown-lines.ts'
import {
  addressAt,
  attached,
  codeAt,
  codeSpan,
  escaped,
  type Found,
  link,
  markdown,
  match,
  type Piece,
  text,
} from './pieces.ts'

/** Converts the Textile of Redmine to Markdown. */
export function fromTextile(textile: string, context: MarkupContext): string {
  const out = new MarkdownLines()
  for (const { code, language, lines } of partsOf(textile)) {
    writeLines(lines, context, out)
    if (code !== undefined) out.fence(code, language)
  }
  return out.toString()
}

/** Text, and the block of code that follows it. */
interface Part {
  readonly lines: string
  readonly code?: string
  readonly language: string
}

const block = /<pre(?:\s[^>\n]*)?>([^]*?)<\/pre>/gi
const codeInside = /^\s*<code(?:\s+class="([\w+#.\s-]*)")?\s*>([^]*?)<\/code>\s*$/i

function partsOf(textile: string): Part[] {
  const parts: Part[] = []
  let done = 0
  for (const match of textile.includes('</pre>') || textile.includes('</PRE>') ? textile.matchAll(block) : []) {
    const [, language = '', code] = codeInside.exec(match[1] ?? '') ?? []
    parts.push({
      lines: textile.slice(done, match.index),
      code: code ?? match[1] ?? '',
      language: language.trim().split(/\s+/).at(-1) ?? '',
    })
    done = match.index + match[0].length
  }
  parts.push({ lines: textile.slice(done), language: '' })
  return parts
}

/** One of the attributes of a block or cell that stand in brackets: class, language or style. */
const bracketed = /\([^()\n]*\)|\{[^{}\n]*\}|\[[\w-]*\]/y
/** What follows the attributes of each. */
const afterBlock = /\.\s+(.*)$/y
const afterCited = /\.\.?(?::\S{1,2000})?\s+(.*)$/y
const afterCell = /\.(?:\s|$)/y
const cellStart = /^_?(?:[\\/]\d+)?[\^~-]?/
const headerCell = /^_/

/**
 * Finds what follows the attributes of a block or cell. A bracket may begin a class or be one of the alignment: each
 * place of the line is looked at once, whichever way leads there.
 */
function afterAttributes(line: string, start: number, rest: RegExp): RegExpExecArray | undefined {
  const seen = new Set<number>()
  const places = [start]
  for (let at = places.pop(); at !== undefined; at = places.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    rest.lastIndex = at
    const found = rest.exec(line)
    if (found) return found
    if (/[<>=()]/.test(line[at] ?? '')) places.push(at + 1)
    bracketed.lastIndex = at
    if (bracketed.test(line)) places.push(bracketed.lastIndex)
  }
  return undefined
}

/** Returns the text of a block whose line begins with a mark, such as `p` or `bq`. */
function textAfter(mark: string, line: string, rest = afterBlock): string | undefined {
  return line.startsWith(mark) ? afterAttributes(line, mark.length, rest)?.[1] : undefined
}

function titleOf(line: string): { readonly level: number; readonly text: string } | undefined {
  const [mark, level] = /^h([1-6])/.exec(line) ?? []
  const text = mark && textAfter(mark, line)
  return text === undefined ? undefined : { level: Number(level), text }
}

function withoutCellStart(cell: string): string {
  const found = afterAttributes(cell, cellStart.exec(cell)?.[0].length ?? 0, afterCell)
  return found ? cell.slice(found.index + found[0].length) : cell
}

function writeLines(textile: string, context: MarkupContext, out: MarkdownLines): void {
  const lines = textile.split('\n')
  const read = (line: string) => inline(line, context)
  if (lines.length > 1 && lines[0]?.trim() === '') lines.shift()
  if (lines.length > 1 && lines.at(-1)?.trim() === '') lines.pop()
  if (lines.length === 1 && lines[0]?.trim() === '') return
  let isQuoted = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const title = titleOf(line)
    const quote: string | undefined =
      textAfter('bq', line, afterCited) ?? (isQuoted && line.trim() !== '' ? line : undefined)
    const item = /^\s*([*#]+)\s+(\S.*)$/.exec(line)
    const replied = /^>\s?(.*)$/.exec(line)
    isQuoted = quote !== undefined
    if (/^\s*-{3,}\s*$/.test(line)) out.rule()
    else if (title) out.heading(title.level, read(title.text))
    else if (quote !== undefined) out.quote(escaped(read(quote)))
    else if (replied) out.quote(replied[1]?.trim() ? replyOf(replied[1], read) : ' ')
    else if (item) out.item(item[1] ?? '', read(item[2] ?? ''))
    else if (isRow(line)) {
      let end = at + 1
      while (isRow(lines[end] ?? '')) end++
      writeTable(lines.slice(at, end), read, out)
      at = end - 1
    } else out.text(read(textAfter('p', line) ?? line))
  }
}

/** A reply to a reply has a mark for each. */
function replyOf(line: string, read: (line: string) => Piece[]): string {
  const [, marks = '', rest = ''] = /^((?:>\s?)*)(.*)$/.exec(line) ?? []
  return marks + escaped(read(rest))
}

const isRow = (line: string) => line.trim().endsWith('|') && /^\s*(?:\{[^}]{0,500}\}\.\s*)?\|./.test(line)

function writeTable(lines: readonly string[], read: (line: string) => Piece[], out: MarkdownLines): void {
  const rows = lines.map(cellsOf)
  const hasHeader = rows[0]?.every((cell) => headerCell.test(cell)) ?? false
  out.table(
    rows.map((cells) => cells.map((cell) => read(withoutCellStart(cell).trim()))),
    hasHeader,
  )
}

/** Divides a row at its bars; those of code and wiki links are no borders. */
function cellsOf(line: string): string[] {
  const row = line
    .trim()
    .replace(/^(?:\{[^}]*\}\.\s*)?\|/, '')
    .replace(/\|$/, '')
  const cells: string[] = ['']
  for (const [part] of row.matchAll(/@[^@\n]{1,2000}@|\[\[[^\]\n]{0,500}\]\]|<code>[^\n]{0,2000}?<\/code>|[^]/gu)) {
    if (part === '|') cells.push('')
    else cells.push((cells.pop() ?? '') + part)
  }
  return cells
}

function inline(line: string, context: MarkupContext): Piece[] {
  const pieces: Piece[] = []
  let plain = ''
  for (let at = 0; at < line.length;) {
    const character = line[at] ?? ''
    const found = special.has(character) ? specialAt(line, at, context) : undefined
    if (found) {
      if (plain) pieces.push(text(plain))
      plain = ''
      pieces.push(...found.pieces)
      at += found.length
      continue
    }
    plain += character
    at += 1
  }
  if (plain) pieces.push(text(plain))
  return pieces
}

const special = new Set('<@"!*_-+?%=`\\{ahf'.split(''))

function specialAt(line: string, at: number, context: MarkupContext): Found | undefined {
  const is = (pattern: RegExp, pieces: (match: RegExpExecArray) => readonly Piece[] | undefined) =>
    match(pattern, line, at, pieces)
  switch (line[at]) {
    case '<':
      return (
        is(/<code(?:\s[^>\n]*)?>([^\n]{1,2000}?)<\/code>/iy, ([, code = '']) => [codeSpan(code)]) ??
        is(/<notextile>([^\n]{0,2000}?)<\/notextile>/iy, ([, inner = '']) => [text(inner)]) ??
        is(/<br ?\/?>/iy, () => [markdown('\n')])
      )
    case '@':
      return isInWord(line, at)
        ? undefined
        : is(/@(?=\S)([^@\n]{0,2000}[^@\s])@(?![\p{L}\p{N}@])/uy, ([, code = '']) => [codeSpan(code)])
    case '"':
      return linkAt(line, at, context)
    case '!':
      return imageAt(line, at, context)
    case '`':
      return codeAt(line, at)
    case '=':
      return is(/==(?=\S)([^\n]{0,2000}?\S)==/y, ([, inner = '']) => [text(inner)])
    case '\\':
      return /[!-/:-@[-`{-~]/.test(line[at + 1] ?? '') ? { pieces: [markdown('\\\\')], length: 1 } : undefined
    case '{':
      return is(/\{\{thumbnail\(([^,)\n]{1,500})(?:,[^)\n]{0,500})?\)\}\}/y, ([, name = '']) =>
        fileNamed(name.trim(), context),
      )
    case 'a':
      return isInWord(line, at)
        ? undefined
        : is(/attachment:(?:"([^"\n]{1,500})"|(\S{0,500}[\p{L}\p{N}]))/uy, ([, quoted, bare]) =>
            fileNamed(quoted ?? bare ?? '', context),
          )
    case 'h':
    case 'f': {
      const address = addressAt(line, at)
      return address === undefined ? undefined : { pieces: [markdown(address)], length: address.length }
    }
    default:
      return phraseAt(line, at, context)
  }
}

const isInWord = (line: string, at: number) => /[\p{L}\p{N}]/u.test(line[at - 1] ?? '')

function linkAt(line: string, at: number, context: MarkupContext): Found | undefined {
  return match(
    /"([^"\n]{1,1000})":((?:https?|ftp|file):\/\/[^\s<>"|]+|mailto:[^\s<>"|]+|\/[^\s<>"|]*)/y,
    line,
    at,
    ([all, words = '', target = '']) => {
      const address = addressAt(target, 0) ?? target.replace(/[.,;:!?)]+$/, '')
      const rest = target.slice(address.length)
      // A path leads somewhere in the old tracker only.
      if (address.startsWith('/')) return [text(all)]
      const content = escaped(inline(words, context)).trim()
      return [words === address ? link(address, '') : link(address, content), ...(rest ? [text(rest)] : [])]
    },
  )
}

function imageAt(line: string, at: number, context: MarkupContext): Found | undefined {
  if (isInWord(line, at)) return undefined
  return match(
    /!(?:\{[^}\n]{0,200}\})?[<>=]?([^!\s(][^!\n(]{0,500})(?:\([^)\n]{0,500}\))?!(?::(https?:\/\/[^\s<>"]+))?(?![\p{L}\p{N}])/uy,
    line,
    at,
    ([, name = '', target]) => {
      const isAddress = /^https?:\/\/\S+$/.test(name)
      const pieces = isAddress ? [link(name, '')] : fileNamed(name, context)
      return pieces && target ? [...pieces, text(' '), link(target, '')] : pieces
    },
  )
}

function fileNamed(name: string, context: MarkupContext): readonly Piece[] | undefined {
  const id = context.attachment(name)
  return id === undefined ? undefined : [attached(id, name)]
}

const phrases: readonly { readonly mark: string; readonly pattern: RegExp; readonly around: string }[] = [
  { mark: '*', pattern: /\*\*(?=[^\s*])([^*\n]{0,2000}[^*\s])\*\*(?![\p{L}\p{N}*])/uy, around: '**' },
  { mark: '*', pattern: /\*(?=[^\s*])([^*\n]{0,2000}[^*\s])\*(?![\p{L}\p{N}*])/uy, around: '**' },
  { mark: '_', pattern: /__(?=[^\s_])([^\n]{0,2000}?[^\s_])__(?![\p{L}\p{N}_])/uy, around: '*' },
  { mark: '_', pattern: /_(?=[^\s_])([^\n]{0,2000}?[^\s_])_(?![\p{L}\p{N}_])/uy, around: '*' },
  { mark: '-', pattern: /-(?=[\p{L}\p{N}*_"(])([^\n-]{0,500}[^\s-])-(?![\p{L}\p{N}-])/uy, around: '~~' },
  { mark: '+', pattern: /\+(?=[\p{L}*_"(])([^\n+]{0,500}[^\s+])\+(?![\p{L}\p{N}+])/uy, around: '*' },
  { mark: '?', pattern: /\?\?(?=[^\s?])([^\n?]{0,500}[^\s?])\?\?(?!\?)/uy, around: '*' },
  {
    mark: '%',
    pattern: /%(?:\{[^}\n]{0,200}\}|\([^)\n]{0,200}\))(?=\S)([^%\n]{0,2000})%(?![\p{L}\p{N}])/uy,
    around: '',
  },
]

function phraseAt(line: string, at: number, context: MarkupContext): Found | undefined {
  const mark = line[at] ?? ''
  const before = line[at - 1] ?? ''
  if (/[\p{L}\p{N}\\]/u.test(before) || before === mark) return undefined
  if ((mark === '-' || mark === '+') && !/^[\s([{"'*_]?$/.test(before)) return undefined
  for (const phrase of phrases) {
    if (phrase.mark !== mark) continue
    const found = match(phrase.pattern, line, at, ([, inner = '']) => [
      markdown(phrase.around + escaped(inline(inner, context)) + phrase.around),
    ])
    if (found) return found
  }
  return undefined
}
