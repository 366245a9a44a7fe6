import type { Mention } from '#shared/texts/mention.ts'
import { linkedText } from '#web/ui/linked-text.ts'
import type { TreeNode } from './tree.ts'

/** Cuts text into runs, web addresses, references to bugs (`#` and eight hexadecimal digits) and names of people. */
export function wordMarker(mentions: readonly Mention[]): (text: string) => TreeNode[] {
  const marks = new RegExp([reference, ...namePattern(mentions)].join('|'), 'giu')
  const byName = new Map(mentions.map(({ _id, name }) => [name.toLowerCase(), _id]))

  return (text) =>
    linkedText(text).flatMap((part): TreeNode[] =>
      part.href === undefined
        ? markedIn(part.text)
        : [element('a', { href: part.href }, [{ type: 'text', value: part.text }])],
    )

  function markedIn(text: string): TreeNode[] {
    const nodes: TreeNode[] = []
    let done = 0
    for (const match of text.matchAll(marks)) {
      if (match.index > done) nodes.push({ type: 'text', value: text.slice(done, match.index) })
      nodes.push(marked(match[0]))
      done = match.index + match[0].length
    }
    if (done < text.length) nodes.push({ type: 'text', value: text.slice(done) })
    return nodes
  }

  function marked(words: string): TreeNode {
    const text: TreeNode[] = [{ type: 'text', value: words }]
    if (words.startsWith('#')) return element('bug-reference', { shortId: words.slice(1).toLowerCase() }, text)
    return element('person-mention', { userId: byName.get(words.slice(1).toLowerCase()) ?? '' }, text)
  }
}

const reference = '(?<![\\p{L}\\p{M}\\p{N}_#&/])#[0-9a-f]{8}(?![\\p{L}\\p{M}\\p{N}_])'

function namePattern(mentions: readonly Mention[]): string[] {
  if (mentions.length === 0) return []
  const names = mentions.map(({ name }) => name).toSorted((a, b) => b.length - a.length)
  return [`(?<![\\p{L}\\p{M}\\p{N}_.+@/-])@(?:${names.map(literally).join('|')})(?![\\p{L}\\p{M}\\p{N}])`]
}

export function element(tagName: string, properties: Record<string, unknown>, children: TreeNode[]): TreeNode {
  return { type: 'element', tagName, properties, children }
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
