/** A part of a line: Markdown, or a text that must be read as it is. */
export type Piece = { readonly markdown: string } | { readonly text: string }

export const markdown = (markdown: string): Piece => ({ markdown })
export const text = (text: string): Piece => ({ text })

/**
 * Returns the Markdown of a line. Characters with a meaning are escaped only where Markdown would find one: a search
 * finds what was written, and output of programs stays as it was.
 */
export function escaped(pieces: readonly Piece[]): string {
  const all = pieces.map((piece) => ('text' in piece ? piece.text : '\uffff')).join('')
  const special = [...pairs]
    .filter(([, { opens, closes }]) => isPaired(all, opens, closes))
    .map(([character]) => character)
  if (special.length === 0 && !all.includes('](')) return pieces.map(plain).join('')
  return pieces
    .map((piece) => {
      if (!('text' in piece)) return piece.markdown
      const escapes = special.reduce(
        // Inside of a word, an underscore is one.
        (text, character) =>
          character === '_'
            ? text.replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
            : text.replaceAll(character, `\\${character}`),
        piece.text,
      )
      return escapes.replaceAll('](', '\\](')
    })
    .join('')
}

const plain = (piece: Piece) => ('text' in piece ? piece.text : piece.markdown)

/** What begins and ends a pair; the reader takes stars inside words for stars. */
const pairs: ReadonlyMap<string, { readonly opens: RegExp; readonly closes: RegExp }> = new Map([
  ['*', { opens: /(?<![\p{L}\p{N}*])\*+(?=[^\s*])/u, closes: /(?<=[^\s*])\*+(?![\p{L}\p{N}])/gu }],
  ['_', { opens: /(?<![\p{L}\p{N}_])_+(?=[^\s_])/u, closes: /(?<=[^\s_])_+(?![\p{L}\p{N}])/gu }],
  ['~', { opens: /~(?=[^\s~])/, closes: /(?<=[^\s~])~/g }],
  ['`', { opens: /`/, closes: /`/g }],
])

function isPaired(all: string, opens: RegExp, closes: RegExp): boolean {
  const first = opens.exec(all)
  if (!first) return false
  const last = [...all.matchAll(closes)].at(-1)
  return last !== undefined && last.index > first.index
}

/** Returns the length of the longest run of backticks. */
export function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0)
}

/** Returns code inside of a line. */
export function codeSpan(code: string): Piece {
  if (code.trim() === '') return text(code)
  const marks = '`'.repeat(longestRun(code) + 1)
  const room = code.startsWith('`') || code.endsWith('`') ? ' ' : ''
  return markdown(marks + room + code + room + marks)
}

/** Returns a link, or the bare address where that is all. */
export function link(address: string, words: string): Piece {
  const target = address.replaceAll('<', '%3C').replaceAll('>', '%3E')
  return markdown(
    words === address || words === '' ? target : `[${words}](${/[()\s]/.test(target) ? `<${target}>` : target})`,
  )
}

/**
 * Matches characters with a meaning in the name of a file. They become character references, as in what people here
 * write.
 */
const special = /[\\`*[\]{}<>#@~]|&(?=[#\w])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

/** Returns the reference to an attached file. */
export function attached(id: string, name: string): Piece {
  const words = name.replaceAll(special, (character) => `&#${character.charCodeAt(0)};`)
  return markdown(`${/\.(png|jpe?g|gif|webp|avif)$/i.test(name) ? '!' : ''}[${words}](attachment:${id})`)
}

/** Matches an address in a text at `lastIndex`. */
const address = /(?<![\p{L}\p{N}])(?:https?|ftp|file):\/\/[^\s<>"|\\^`{}[\]]+/uy

/** Returns the address that begins at a place of a text, without the signs that end a sentence. */
export function addressAt(text: string, at: number): string | undefined {
  address.lastIndex = at
  const found = address.exec(text)?.[0]
  if (found === undefined) return undefined
  const ends = found.includes('(') ? signs : `${signs})`
  let end = found.length
  while (ends.includes(found[end - 1] ?? ' ')) end -= 1
  return found.slice(0, end)
}

const signs = ".,;:!?'*_~+-"

/** Returns code between backticks that begins at a place of a line. */
export function codeAt(line: string, at: number): { pieces: readonly Piece[]; length: number } | undefined {
  if (line[at - 1] === '`') return undefined
  code.lastIndex = at
  const found = code.exec(line)?.[0]
  return found === undefined ? undefined : { pieces: [markdown(found)], length: found.length }
}

const code = /(`{1,10})(?!`)[^`\n]{1,2000}\1(?!`)/y

/** What stands at a place of a line, and how many characters of it that takes. */
export interface Found {
  readonly pieces: readonly Piece[]
  readonly length: number
}

/** Returns what a sticky pattern finds at a place; undefined where it finds nothing, or nothing is made of it. */
export function match(
  pattern: RegExp,
  line: string,
  at: number,
  pieces: (match: RegExpExecArray) => readonly Piece[] | undefined,
): Found | undefined {
  pattern.lastIndex = at
  const found = pattern.exec(line)
  const made = found && pieces(found)
  return made ? { pieces: made, length: found[0].length } : undefined
}
