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

/** Converts the wiki markup of Jira to Markdown. */
export function fromJiraWiki(wiki: string, context: MarkupContext): string {
  const out = new MarkdownLines()
  writeBlocks(wiki, context, out)
  return out.toString()
}

/** A part of a text: one with a macro around it, or what stands between these. */
interface Part {
  readonly kind: 'text' | (typeof macros)[number]
  readonly parameters: string
  readonly content: string
}

const macros = ['code', 'noformat', 'quote', 'panel'] as const

const opening = /(?<!\\)\{(code|noformat|quote|panel)(?::([^{}\n]*))?\}/g

/** Divides a text at its macros. One without an end is text. */
function partsOf(wiki: string): Part[] {
  const parts: Part[] = []
  const lastEnd = { code: 0, noformat: 0, quote: 0, panel: 0 }
  for (const kind of macros) lastEnd[kind] = wiki.lastIndexOf(`{${kind}}`)
  let done = 0
  for (const match of wiki.matchAll(opening)) {
    if (match.index < done) continue
    const kind = macros.find((macro) => macro === match[1]) ?? 'code'
    const start = match.index + match[0].length
    if (lastEnd[kind] < start) continue
    const end = kind === 'quote' || kind === 'panel' ? endOf(wiki, kind, start) : wiki.indexOf(`{${kind}}`, start)
    if (end < 0) continue
    parts.push({ kind: 'text', parameters: '', content: wiki.slice(done, match.index) })
    parts.push({ kind, parameters: match[2] ?? '', content: wiki.slice(start, end) })
    done = end + kind.length + 2
  }
  parts.push({ kind: 'text', parameters: '', content: wiki.slice(done) })
  return parts
}

/** Returns where the next end of a quotation is that stands in no code; -1 for none. */
function endOf(wiki: string, kind: 'quote' | 'panel', start: number): number {
  const mark = new RegExp(String.raw`(?<!\\)\{(?:${kind}\}|(code|noformat)(?::[^{}\n]*)?\})`, 'g')
  mark.lastIndex = start
  for (let match = mark.exec(wiki); match; match = mark.exec(wiki)) {
    if (!match[1]) return match.index
    const end = wiki.indexOf(`{${match[1]}}`, mark.lastIndex)
    if (end >= 0) mark.lastIndex = end + match[1].length + 2
  }
  return -1
}

/** The one-line codes of a text by number, which stand in it as one character of no meaning each. */
const placeholder = '\uf8ff'

function writeBlocks(wiki: string, context: MarkupContext, out: MarkdownLines): void {
  const spans: string[] = []
  let pending = ''
  const flush = () => {
    writeLines(pending, context, out, spans)
    pending = ''
    spans.length = 0
  }
  const parts = partsOf(wiki)
  for (const [index, { kind, parameters, content }] of parts.entries()) {
    if (kind === 'text') pending += content.replaceAll(placeholder, '\ufffd')
    else if (kind === 'quote') {
      flush()
      const inner = fromJiraWiki(content, context)
      if (inner) out.quote(inner)
    } else if (kind === 'panel') {
      flush()
      const title = parameter(parameters, 'title')
      const inner = fromJiraWiki(content, context)
      out.quote([...(title ? [`**${title}**`] : []), ...(inner ? [inner] : [])].join('\n\n') || ' ')
    } else if (isInLine(content, pending, parts[index + 1]?.content ?? '')) {
      spans.push(content.trim())
      pending += placeholder
    } else {
      flush()
      out.fence(content, languageOf(parameters), parameter(parameters, 'title'))
    }
  }
  flush()
}

/** Whether code of one line stands between other words of that line. */
function isInLine(code: string, before: string, after: string): boolean {
  if (code.includes('\n')) return false
  return /\S[^\S\n]*$/.test(before.slice(-200)) || /^[^\S\n]*\S/.test(after.slice(0, 200))
}

function parameter(parameters: string, name: string): string {
  const found = parameters.split('|').find((part) => part.startsWith(`${name}=`))
  return found?.slice(name.length + 1).trim() ?? ''
}

function languageOf(parameters: string): string {
  const word = parameters.split('|').find((part) => /^[\w+#.-]+$/.test(part)) ?? ''
  return word === 'none' ? '' : word.toLowerCase()
}

function writeLines(wiki: string, context: MarkupContext, out: MarkdownLines, spans: string[]): void {
  const lines = wiki.replaceAll(/(?<!\\)\{color(?::[^{}\n]*)?\}/g, '').split('\n')
  const read = (line: string) => inline(line, context, spans)
  // What stands before or after a block on its own line is no empty line.
  if (lines.length > 1 && lines[0]?.trim() === '') lines.shift()
  if (lines.length > 1 && lines.at(-1)?.trim() === '') lines.pop()
  if (lines.length === 1 && lines[0]?.trim() === '') return
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const heading = /^\s*h([1-6])\.\s+(.*)$/.exec(line)
    const item = /^\s*(\*+|#+|[*#]{2,}|-)\s+(\S.*)$/.exec(line)
    const cited = /^\s*bq\.\s+(.*)$/.exec(line)
    if (/^\s*-{4,}\s*$/.test(line)) out.rule()
    else if (heading) out.heading(Number(heading[1]), read(heading[2] ?? ''))
    else if (cited) out.quote(escaped(read(cited[1] ?? '')))
    else if (item) out.item(item[1] ?? '', read(item[2] ?? ''))
    else if (isRow(line)) {
      const end = endOfTable(lines, at)
      writeTable(lines.slice(at, end), read, out)
      at = end - 1
    } else out.text(read(line))
  }
}

function isRow(line: string): boolean {
  const row = line.trim()
  return row.startsWith('|') && row.endsWith('|') && /[^|\s]/.test(row)
}

function endOfTable(lines: readonly string[], start: number): number {
  let end = start + 1
  while (end < lines.length && isRow(lines[end] ?? '')) end++
  return end
}

function writeTable(lines: readonly string[], read: (line: string) => Piece[], out: MarkdownLines): void {
  const hasHeader = /^\s*\|\|/.test(lines[0] ?? '')
  out.table(
    lines.map((line) => cellsOf(line).map(read)),
    hasHeader,
  )
}

/** Divides a row at its bars; those of links, images and code are no borders. */
function cellsOf(line: string): string[] {
  const row = line
    .trim()
    .replace(/^\|\|?/, '')
    .replace(/\|\|?$/, '')
  const cells: string[] = ['']
  const unit = /\\.|\{\{[^}\n]{0,2000}\}\}|\[[^[\]\n]{0,4000}\]|!\S[^!|\n]{0,500}(?:\|[^!|\n]{0,500})?!|\|\|?|[^]/gu
  for (const [part] of row.matchAll(unit)) {
    if (part === '|' || part === '||') cells.push('')
    else cells.push((cells.pop() ?? '') + part)
  }
  return cells
}

/** What may be escaped by a backslash. */
const escapable = /[*_\-+^~?{}[\]!|#\\]/

/** Converts what may stand inside of a line. */
function inline(line: string, context: MarkupContext, spans: string[]): Piece[] {
  const pieces: Piece[] = []
  let plain = ''
  const push = (...more: Piece[]) => {
    if (plain) pieces.push(text(plain))
    plain = ''
    pieces.push(...more)
  }
  for (let at = 0; at < line.length;) {
    const character = line[at] ?? ''
    const found = special.has(character) ? specialAt(line, at, context, spans) : undefined
    if (found) {
      push(...found.pieces)
      at += found.length
      continue
    }
    plain += character
    at += 1
  }
  push()
  return pieces
}

const special = new Set('\\{[!*_-+?`hf'.split('').concat(placeholder))

function specialAt(line: string, at: number, context: MarkupContext, spans: string[]): Found | undefined {
  switch (line[at]) {
    case placeholder:
      return { pieces: [codeSpan(spans.shift() ?? '')], length: 1 }
    case '\\':
      return escapeAt(line, at)
    case '{':
      return braceAt(line, at)
    case '[':
      return bracketAt(line, at, context, spans)
    case '!':
      return imageAt(line, at, context)
    case '`':
      return codeAt(line, at)
    case 'h':
    case 'f': {
      const address = addressAt(line, at)
      return address === undefined ? undefined : { pieces: [markdown(address)], length: address.length }
    }
    default:
      return phraseAt(line, at, context, spans)
  }
}

function escapeAt(line: string, at: number): Found | undefined {
  const next = line[at + 1]
  if (next === undefined) return undefined
  if (next === '\\') {
    const isBreak = /^\s|^$/.test(line.slice(at + 2, at + 3))
    return { pieces: [markdown(isBreak ? '\n' : '\\\\\\\\')], length: 2 }
  }
  if (escapable.test(next)) return { pieces: [markdown(`\\${next}`)], length: 2 }
  // Markdown would take the backslash for an escape too.
  return /[!-/:-@[-`{-~]/.test(next) ? { pieces: [markdown('\\\\')], length: 1 } : undefined
}

function braceAt(line: string, at: number): Found | undefined {
  return (
    match(/\{\{(?!\s*\}\})(.{1,2000}?)\}\}(?!\})/y, line, at, ([, code = '']) => [codeSpan(code.trim())]) ??
    match(/\{anchor:[^{}\n]*\}/y, line, at, () => [])
  )
}

const webAddress = /^(?:https?|ftp|file):\/\/\S+$|^mailto:\S+$/
const wwwAddress = /^www\.\S+\.\S+$/

function bracketAt(line: string, at: number, context: MarkupContext, spans: string[]): Found | undefined {
  return (
    match(/\[~(?:accountid:)?([^[\]\n|]{1,500})\](?=([\p{L}\p{N}])?)/uy, line, at, ([, login = '', next]) => [
      // A name ends where the next word begins.
      text(`@${context.mention(login) ?? login}${next ? ' ' : ''}`),
    ]) ??
    match(/\[\^([^[\]\n|]{1,500})\]/y, line, at, ([, name = '']) => [fileNamed(name, name, context)]) ??
    match(
      /\[((?:[^[\]\n|]|\|(?=[^!|\n\]]{0,100}!)){0,2000})\|([^[\]\n|]{1,4000})(?:\|[^[\]\n]{0,500})?\]/y,
      line,
      at,
      ([, words = '', target = '']) => linkTo(target.trim(), words, context, spans),
    ) ??
    match(/\[([^[\]\n|]{1,4000})\](?![\p{L}\p{N}/])/uy, line, at, ([, target = '']) => {
      const address = target.trim()
      if (webAddress.test(address)) return [link(address, address.startsWith('mailto:') ? address.slice(7) : '')]
      return wwwAddress.test(address) ? [link(`http://${address}`, address)] : undefined
    })
  )
}

function linkTo(target: string, words: string, context: MarkupContext, spans: string[]): readonly Piece[] | undefined {
  const inside = () => inline(words, context, spans)
  if (target.startsWith('^')) return [fileNamed(target.slice(1), words, context)]
  const address = webAddress.test(target) ? target : wwwAddress.test(target) ? `http://${target}` : undefined
  if (address !== undefined)
    return [words.trim() === address ? link(address, '') : link(address, escaped(inside()).trim())]
  if (target.startsWith('~')) return [text(`@${context.mention(target.slice(1)) ?? words}`)]
  // A heading of the same page, or another issue: there is nothing to link to.
  if (/^#\S|^[A-Z][A-Z0-9_]+-\d+$/.test(target)) return [...inside(), text(` (${target})`)]
  return undefined
}

function fileNamed(name: string, words: string, context: MarkupContext): Piece {
  const id = context.attachment(name)
  return id === undefined ? text(words === name ? name : `${words} (${name})`) : attached(id, name)
}

function imageAt(line: string, at: number, context: MarkupContext): Found | undefined {
  if (/[\p{L}\p{N}]/u.test(line[at - 1] ?? '')) return undefined
  return match(/!([^!\s|][^!\n|]{0,500})(?:\|[^!\n]{0,500})?!(?![\p{L}\p{N}])/uy, line, at, ([, name = '']) => {
    if (webAddress.test(name)) return [link(name, '')]
    const id = context.attachment(name)
    return id === undefined ? undefined : [attached(id, name)]
  })
}

/** The marks around phrases, with the Markdown that they become. */
const phrases: readonly { readonly mark: string; readonly pattern: RegExp; readonly around: string }[] = [
  { mark: '*', pattern: /\*(?![\s*])([^*\n]{0,2000}[^*\s\\])\*(?![\p{L}\p{N}*])/uy, around: '**' },
  { mark: '_', pattern: /_(?![\s_])([^\n]{0,2000}?[^\s_\\])_(?![\p{L}\p{N}_])/uy, around: '*' },
  { mark: '-', pattern: /-(?=[\p{L}\p{N}*_[{"'(])([^\n-]{0,500}[^\s\\-])-(?![\p{L}\p{N}-])/uy, around: '~~' },
  { mark: '+', pattern: /\+(?=[\p{L}*_[{"'(])([^\n+]{0,500}[^\s\\+])\+(?![\p{L}\p{N}+])/uy, around: '*' },
  { mark: '?', pattern: /\?\?(?![\s?])([^\n?]{0,500}[^\s?])\?\?(?!\?)/uy, around: '*' },
]

function phraseAt(line: string, at: number, context: MarkupContext, spans: string[]): Found | undefined {
  const mark = line[at] ?? ''
  const before = line[at - 1] ?? ''
  if (/[\p{L}\p{N}\\]/u.test(before) || before === mark) return undefined
  // These two are written for many other reasons.
  if ((mark === '-' || mark === '+') && !/^[\s([{"'*_]?$/.test(before)) return undefined
  const phrase = phrases.find((phrase) => phrase.mark === mark)
  if (!phrase) return undefined
  return match(phrase.pattern, line, at, ([, inner = '']) => {
    const content = escaped(inline(inner, context, spans))
    return [markdown(phrase.around + content + phrase.around)]
  })
}
