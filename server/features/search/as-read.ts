/**
 * Returns a Markdown text with the words that a reader of the page sees: the names of pictures and links, without the
 * signs of bold text and code. The rules are simple, because the result is only read; a text without such signs is
 * returned unchanged.
 */
export function asRead(text: string): string {
  return text.includes('](') || text.includes('`') || text.includes('**') || text.includes('~~~') ? inWords(text) : text
}

const fencedCode = /^[ \t]*(?<fence>`{3,}|~{3,}(?!~))[^`\n]*\n(?<block>[^]*?)(?:^[ \t]*\k<fence>[^\n]*$|(?![^]))/
const inlineCode = /(?<!`)(?<ticks>`{1,3})(?!`)(?<code>[^`\n]+)\k<ticks>(?!`)/
const target = String.raw`\((?:<[^<>\n]*>|[^()\s]*)(?:\s+"[^"\n]*")?\)`
const picture = String.raw`!\[[^\[\]\n]*\]${target}`
const link = new RegExp(String.raw`!?\[(?<name>(?:[^\[\]\n]|${picture})*)\]${target}`)
const bold = /\*\*(?=\S)(?<strong>[^*\n]+)(?<=\S)\*\*/
const marked = new RegExp([fencedCode, inlineCode, link, bold].map(({ source }) => source).join('|'), 'gm')

interface Parts {
  readonly block?: string
  readonly code?: string
  readonly name?: string
  readonly strong?: string
}

function inWords(text: string): string {
  return text.replaceAll(marked, (...match) => {
    const { block, code, name, strong } = match.at(-1) as Parts
    // Code is not Markdown; the content of the rest may be.
    return block ?? code ?? named(asRead(name ?? strong ?? ''))
  })
}

/** Names of attached files have characters with a meaning as numeric references. */
const named = (text: string) => text.replaceAll(/&#(\d{2,3});/g, (_, code) => String.fromCharCode(Number(code)))
