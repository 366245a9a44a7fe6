import { escaped, longestRun, type Piece } from './pieces.ts'

/**
 * Writes Markdown line by line, with the empty lines that Markdown needs between its blocks and the margins that
 * continue an item of a list.
 */
export class MarkdownLines {
  readonly #lines: string[] = []
  #last: 'text' | 'empty' | 'list' | 'quote' | 'table' | 'fence' | 'heading' = 'empty'
  /** Of the open items of a list, outermost first: where their text begins, and the number of the last of them. */
  #items: { margin: number; number: number }[] = []

  empty(): void {
    if (this.#last !== 'empty') this.#lines.push('')
    this.#last = 'empty'
    this.#items = []
  }

  /** A line of a paragraph, or of the item before it. */
  text(pieces: readonly Piece[]): void {
    const whole = escaped(pieces).trimEnd()
    const line = whole.trim()
    if (line === '') return this.empty()
    if (this.#last === 'quote' || this.#last === 'table' || this.#last === 'fence') {
      if (this.#items.length === 0) this.empty()
    }
    const margin = this.#items.at(-1)?.margin ?? 0
    // A wide margin would make a first line code; below another one, it is kept and shown.
    const own = margin > 0 ? '' : whole.slice(0, whole.length - line.length)
    const kept = this.#last === 'text' ? own : own.replaceAll('\t', '    ').slice(0, 3)
    this.#lines.push(' '.repeat(margin) + kept + (/^=+$/.test(line) ? `\\${line}` : line))
    this.#last = margin > 0 ? 'list' : 'text'
  }

  heading(level: number, pieces: readonly Piece[]): void {
    this.empty()
    this.#lines.push(`${'#'.repeat(level)} ${escaped(pieces).trim()}`)
    this.#last = 'heading'
  }

  rule(): void {
    this.empty()
    this.#lines.push('---', '')
    this.#last = 'empty'
  }

  /** @param marks of the items that it is in and its own: `#` for a numbered list, anything else for points */
  item(marks: string, pieces: readonly Piece[]): void {
    if (this.#items.length === 0 && this.#last !== 'empty') this.empty()
    if (this.#last === 'quote' || this.#last === 'table') this.#lines.push('')
    const items = this.#items.slice(0, marks.length)
    // A list that begins inside of nothing is as deep as it can be.
    const depth = Math.min(marks.length, items.length + 1)
    const isNumbered = marks.at(-1) === '#'
    const outer = items.slice(0, depth - 1)
    const before = items[depth - 1]
    const number = isNumbered ? (before?.number ?? 0) + 1 : 0
    const mark = isNumbered ? `${number}. ` : '- '
    const start = outer.at(-1)?.margin ?? 0
    this.#lines.push(`${' '.repeat(start)}${mark}${escaped(pieces).trim()}`)
    this.#items = [...outer, { margin: start + mark.length, number }]
    this.#last = 'list'
  }

  /** Lines that are shown as they are. */
  fence(code: string, language = '', title = ''): void {
    const margin = ' '.repeat(this.#items.at(-1)?.margin ?? 0)
    if (margin === '') this.empty()
    else if (this.#last !== 'empty') this.#lines.push('')
    const marks = '`'.repeat(Math.max(3, longestRun(code) + 1))
    if (title) this.#lines.push(`${margin}**${title}**`, '')
    const lines = code
      .replace(/^[^\S\n]*\n/, '')
      .replace(/\n[^\S\n]*$/, '')
      .split('\n')
    this.#lines.push(...[marks + language, ...lines, marks].map((line) => (line === '' ? '' : margin + line)))
    this.#last = 'fence'
  }

  /** Markdown as a quotation. */
  quote(markdown: string): void {
    if (this.#last !== 'quote') this.empty()
    const lines = markdown.replace(/^\n+/, '').trimEnd().split('\n')
    this.#lines.push(...lines.map((line) => (line === '' ? '>' : `> ${line}`)))
    this.#last = 'quote'
    this.#items = []
  }

  /** @param cells of the rows; the first row may be a header */
  table(rows: readonly (readonly (readonly Piece[])[])[], hasHeader: boolean): void {
    this.empty()
    const width = Math.max(...rows.map(({ length }) => length))
    const texts = rows.map((cells) =>
      Array.from({ length: width }, (_, n) =>
        escaped(cells[n] ?? [])
          .trim()
          .replaceAll(/(?<!\\)\|/g, '\\|')
          .replaceAll('\n', ' '),
      ),
    )
    const all = hasHeader ? texts : [Array.from({ length: width }, () => ''), ...texts]
    const written = all.map((cells) => `| ${cells.join(' | ')} |`)
    this.#lines.push(written[0] ?? '', `|${' --- |'.repeat(width)}`, ...written.slice(1))
    this.#last = 'table'
  }

  toString(): string {
    return this.#lines.join('\n').trimEnd()
  }
}
