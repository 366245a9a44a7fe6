import type { MarkupContext } from './context.ts'
import { addressAt, attached, escaped, markdown, type Piece, text } from './pieces.ts'

/**
 * Converts a plain text of Bugzilla to Markdown: lines that begin with > are quotations, addresses are links, and the
 * sentence that Bugzilla writes about a new file refers to it. Everything else is shown as it was typed.
 */
export function fromPlainText(plain: string, context: MarkupContext): string {
  const lines: string[] = []
  let before: 'quote' | 'text' | 'empty' = 'empty'
  for (const line of plain.trimEnd().split('\n')) {
    const isQuote = line.startsWith('>')
    // Markdown would take a line right after a quotation for a part of it.
    if (before === 'quote' && !isQuote && line.trim() !== '') lines.push('')
    lines.push(isQuote ? quoted(line) : written(line, before === 'empty', context))
    before = line.trim() === '' ? 'empty' : isQuote ? 'quote' : 'text'
  }
  return lines.join('\n')
}

const quoted = (line: string) => {
  const [, marks = '', rest = ''] = /^((?:>\s?)+)(.*)$/.exec(line) ?? []
  return marks + escaped(pieces(rest))
}

function written(line: string, isFirst: boolean, context: MarkupContext): string {
  // Markdown shows it as code: as it is.
  if (isFirst && /^( {4}|\t)/.test(line)) return line
  const file = /^Created (?:an )?attachment (\d+)/i.exec(line)
  const id = file?.[1] && context.attachment(file[1])
  if (file && id) return `${escaped([attached(id, file[0])])}${escaped(pieces(line.slice(file[0].length)))}`
  return escapedBeginning(escaped(pieces(line)))
}

/** Keeps a line from beginning a heading, a rule or an underline; lists and numbers are meant as such. */
function escapedBeginning(line: string): string {
  return line.replace(
    /^(\s*)(#{1,6}(?=\s|$)|=+(?=\s*$)|-{2,}(?=\s*$)|\*{3,}(?=\s*$)|_{3,}(?=\s*$)|~{3,}|`{3,})/,
    '$1\\$2',
  )
}

function pieces(line: string): Piece[] {
  const found: Piece[] = []
  let plain = ''
  for (let at = 0; at < line.length;) {
    const character = line[at] ?? ''
    const address = character === 'h' || character === 'f' ? addressAt(line, at) : undefined
    if (address !== undefined) {
      if (plain) found.push(text(plain))
      found.push(markdown(address))
      plain = ''
      at += address.length
    } else {
      const next = line[at + 1] ?? ''
      plain += character
      // A backslash before a sign would disappear.
      if (character === '\\' && /[!-/:-@[-`{-~]/.test(next)) plain += '\\'
      at += 1
    }
  }
  if (plain) found.push(text(plain))
  return found
}
