const longest = 200

const fenced = /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[^\n]*$|(?![\s\S]))/gm
const fence = /^[ \t]*(?:```|~~~)[^\n]*$/gm
const lineStart = /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)+/gm
const link = /!?\[([^\][\n]*)\]\([^()\n]*\)/g
const emphasis = /(^|[\s([{"'])\*{1,3}(?=\S)|(\S)\*{1,3}(?=[\s\])}"'.,;:!?]|$)/gm

/**
 * Returns the beginning of a description as plain text of at most 200 characters, without blocks of code unless there
 * is nothing else, and without the commonest signs of Markdown. The rules are simple, because the excerpt is only read.
 */
export function excerptOf(description: string): string {
  const prose = plain(description.replaceAll(fenced, ''))
  const text = prose === '' ? plain(description.replaceAll(fence, '')) : prose
  if (text.length <= longest) return text
  const cut = text.slice(0, longest - 1)
  const space = cut.lastIndexOf(' ')
  const whole = space > longest / 2 ? cut.slice(0, space) : cut
  return `${(whole.isWellFormed() ? whole : whole.slice(0, -1)).trimEnd()}…`
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(link, '$1')
    .replaceAll(lineStart, '')
    .replaceAll(emphasis, '$1$2')
    .replaceAll(/`+|~~/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
