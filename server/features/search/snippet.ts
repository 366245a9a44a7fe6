import { runsOf } from '#shared/search/words.ts'
import type { Leaf } from './leaves.ts'
import { stemOf } from './lexemes.ts'

/** A piece of a text with the searched words in it. */
export interface Snippet {
  /** On one line. */
  readonly text: string
  /** In UTF-16 code units of `text`, in order and apart. */
  readonly marks: readonly (readonly [from: number, to: number])[]
  /** The numbers of the leaves that it holds. */
  readonly leaves: ReadonlySet<number>
}

const longest = 160
/** Characters before the first word that is marked. */
const lead = 40
/** Words up to here are searched whole. */
const shortWord = 60
/** So much of a text is looked at. */
const mostLooked = 50_000
const run = /[\p{L}\p{M}\p{N}]+/gu

interface Token {
  readonly word: string
  readonly from: number
  readonly to: number
}

interface Hit {
  readonly from: number
  readonly to: number
  readonly leaf: number
}

/** The piece of a text that holds most of the leaves; undefined when it holds none. */
export function snippetOf(text: string, leaves: readonly Leaf[]): Snippet | undefined {
  if (cantHold(text, leaves)) return undefined
  const flat = text.slice(0, mostLooked).replaceAll(/\s+/g, ' ').trim()
  const hits = hitsIn(tokensOf(flat), leaves)
  if (hits.length === 0) return undefined
  const start = bestStart(hits)
  const window = windowAt(flat, start)
  const inside = hits.filter(({ from, to }) => from < window.to && to > window.from)
  const [before, after] = [window.from > 0 ? '…' : '', window.to < flat.length ? '…' : '']
  const shift = before.length - window.from
  return {
    text: before + flat.slice(window.from, window.to) + after,
    marks: joined(inside).map(({ from, to }) => [Math.max(from, window.from) + shift, Math.min(to, window.to) + shift]),
    leaves: new Set(inside.map(({ leaf }) => leaf)),
  }
}

/** How a word begins that may be what a leaf's first word means; undefined where letters may have other forms. */
function beginningOf({ words, isPhrase }: Leaf): string | undefined {
  const [word = ''] = words
  if (!isPlainWord(word)) return undefined
  // Words with the same stem begin alike, but for the last letter.
  const root = stemOf(word)
  return isPhrase ? word : root.slice(0, Math.max(1, root.length - 1))
}

const isPlainWord = (word: string) => /^[a-z0-9]+$/.test(word)
// The letters of other scripts and forms are made one only when a text is taken apart.
const plainText = /^[\0-\x7f]*$/

/** A quick look that spares most texts without any leaf from being taken apart. */
function cantHold(text: string, leaves: readonly Leaf[]): boolean {
  if (!plainText.test(text)) return false
  const lower = text.toLowerCase()
  return leaves.every((leaf) => {
    const beginning = beginningOf(leaf)
    return beginning !== undefined && !lower.includes(beginning)
  })
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: found, index: from } of text.matchAll(run)) {
    const to = from + found.length
    const lower = found.toLowerCase()
    // Most words are as they are; the others have other forms, or are many.
    if (lower.length <= shortWord && isPlainWord(lower)) tokens.push({ word: lower, from, to })
    else for (const word of runsOf(found)) tokens.push({ word, from, to })
  }
  return tokens
}

function hitsIn(tokens: readonly Token[], leaves: readonly Leaf[]): Hit[] {
  const tests = leaves.map(testOf)
  const hits = tokens.flatMap((token, at) =>
    leaves.flatMap((leaf, n): Hit[] => {
      const last = leaf.isPhrase ? tokens[at + leaf.words.length - 1] : token
      const fits = leaf.isPhrase
        ? last !== undefined && leaf.words.every((word, next) => tokens[at + next]?.word === word)
        : tests[n]?.(token.word)
      return fits && last ? [{ from: token.from, to: last.to, leaf: n }] : []
    }),
  )
  return hits.toSorted((one, other) => one.from - other.from)
}

/** Whether a word of a text is one that a leaf means. */
function testOf(leaf: Leaf): (word: string) => boolean {
  const [searched = ''] = leaf.words
  const root = stemOf(searched)
  const beginning = beginningOf(leaf) ?? ''
  return (word) =>
    word === searched ||
    (leaf.isPrefix && word.startsWith(searched)) ||
    (word.startsWith(beginning) && stemOf(word) === root)
}

/** Where the hits begin that fit into one snippet and are of the most leaves, then the most. */
function bestStart(hits: readonly Hit[]): number {
  let best = { leaves: 0, hits: 0, from: 0 }
  for (const [n, { from }] of hits.entries()) {
    const leaves = new Set<number>()
    let near = 0
    for (let next = n; next < hits.length; next++) {
      const hit = hits[next] as Hit
      if (hit.from - from > longest) break
      if (hit.to - from > longest - lead) continue
      leaves.add(hit.leaf)
      near++
    }
    if (leaves.size > best.leaves || (leaves.size === best.leaves && near > best.hits)) {
      best = { leaves: leaves.size, hits: near, from }
    }
    if (n >= 500) break
  }
  return best.leaves > 0 ? best.from : (hits[0]?.from ?? 0)
}

/** A stretch of a text about a place: whole words, as far as they are not longer than it. */
function windowAt(text: string, start: number): { from: number; to: number } {
  if (text.length <= longest) return { from: 0, to: text.length }
  const room = longest - 2
  let from = Math.max(0, Math.min(start - lead, text.length - room))
  const space = text.indexOf(' ', from)
  if (from > 0 && space >= 0 && space < start) from = space + 1
  let to = Math.min(text.length, from + room)
  const last = text.lastIndexOf(' ', to)
  if (to < text.length && last > from + room / 2 && last > start) to = last
  return { from: whole(text, from), to: whole(text, to) }
}

/** Not between the two halves of a character. */
function whole(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}

/** Hits in order, those that touch as one. */
function joined(hits: readonly Hit[]): { from: number; to: number }[] {
  const marks: { from: number; to: number }[] = []
  for (const { from, to } of hits) {
    const last = marks.at(-1)
    if (last && from < last.to) last.to = Math.max(last.to, to)
    else marks.push({ from, to })
  }
  return marks
}
