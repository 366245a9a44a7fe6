import type { Mention } from '#shared/texts/mention.ts'
import { linkedText } from '#web/ui/text/linked-text.ts'
import type { TreeNode } from './tree.ts'

/** Most references of one text that are linked; more are probably a list of numbers. */
const mostReferences = 200

/**
 * Splits text into runs, web addresses, references to bugs (`#` and eight hexadecimal digits, or a key) and names of people.
 * Create a new one for each text, because it counts.
 */
export function wordMarker(mentions: readonly Mention[]): (text: string) => TreeNode[] {
  const marks = new RegExp([reference, ...namePattern(mentions)].join('|'), 'giu')
  const byName = new Map(mentions.map(({ _id, name }) => [name.toLowerCase(), _id]))

  let references = 0

  return (text) => {
    const nodes: TreeNode[] = []
    const isInAddress = addressesOf(text)
    let done = 0
    for (const match of text.matchAll(marks)) {
      if (isInAddress(match.index)) continue
      nodes.push(...linked(text.slice(done, match.index)), marked(match[0]))
      done = match.index + match[0].length
    }
    return [...nodes, ...linked(text.slice(done))]
  }

  function marked(words: string): TreeNode {
    const text: TreeNode[] = [{ type: 'text', value: words }]
    if (words.startsWith('@')) return mentioned(words, text)
    const bare = words.replace('#', '')
    const isKey = bare.includes('-')
    // Without the sign, ‘step-1’ is no key.
    const isMeant = !isKey || words.startsWith('#') || bare === bare.toUpperCase()
    if (!isMeant || ++references > mostReferences) return { type: 'text', value: words }
    return element('bug-reference', { named: isKey ? bare.toUpperCase() : bare.toLowerCase() }, text)
  }

  function mentioned(words: string, text: TreeNode[]): TreeNode {
    return element('person-mention', { userId: byName.get(words.slice(1).toLowerCase()) ?? '' }, text)
  }
}

/**
 * Returns a function that tells of ascending positions whether they are inside an address. A name may contain an
 * address, but not begin in one.
 */
function addressesOf(text: string): (place: number) => boolean {
  const parts = linkedText(text)
  let index = 0
  let start = 0
  return (place) => {
    for (let part = parts[index]; part && start + part.text.length <= place; part = parts[index]) {
      start += part.text.length
      index++
    }
    return parts[index]?.href !== undefined
  }
}

function linked(text: string): TreeNode[] {
  return linkedText(text).map((part) => {
    const words: TreeNode = { type: 'text', value: part.text }
    return part.href === undefined ? words : element('a', { href: part.href }, [words])
  })
}

const begin = '(?<![\\p{L}\\p{M}\\p{N}_#&/-])'
const end = '(?![\\p{L}\\p{M}\\p{N}_]|[-.][\\p{L}\\p{N}])'
const reference = `(?<![\\p{L}\\p{M}\\p{N}_#&/])#[0-9a-f]{8}(?![\\p{L}\\p{M}\\p{N}_])|${begin}#?[a-z][a-z0-9]{1,9}-[1-9][0-9]{0,8}${end}`

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
