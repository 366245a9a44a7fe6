export type TextPart = { readonly text: string; readonly href?: string }

const address = /https?:\/\/[^\s<>"'`\u0000-\u001f]+/gi
/** Longer addresses are not linked. */
const longest = 2_000
const trailing = new Set('.,;:!?*_~|}]')

/**
 * Splits plain text into runs and web addresses. Only http and https become links; punctuation after one stays text.
 */
export function linkedText(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const match of text.matchAll(address)) {
    if (match[0].length > longest) continue
    const href = withoutTail(match[0])
    if (!URL.canParse(href) || !new URL(href).hostname) continue
    if (match.index > done) parts.push({ text: text.slice(done, match.index) })
    parts.push({ text: href, href })
    done = match.index + href.length
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}

/**
 * Returns an address without trailing punctuation: 'https://a.example/b_(c)).' ends in a bracket and a full stop of the
 * sentence.
 */
function withoutTail(found: string): string {
  const markup = found.search(/[[{|]/)
  const href = markup === -1 ? found : found.slice(0, markup)
  let excess = count(href, ')') - count(href, '(')
  let end = href.length
  for (; end > 0; end--) {
    const last = href[end - 1] ?? ''
    if (last === ')' && excess > 0) excess--
    else if (!trailing.has(last)) break
  }
  return href.slice(0, end)
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}
