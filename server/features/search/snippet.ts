import { type Hit, hitFinder } from './find-hits.ts'
import type { Leaf } from './leaves.ts'
import { around, longestSnippet as longest, onOneLine, onOneLineFrom } from './one-line.ts'

/** A piece of a text with the searched words in it. */
export interface Snippet {
  /** On one line. */
  readonly text: string
  /** In UTF-16 code units of `text`, in order and without overlaps. */
  readonly marks: readonly (readonly [from: number, to: number])[]
  /** The numbers of the leaves that it contains. */
  readonly leaves: ReadonlySet<number>
}

/** Characters before the first highlight. */
const lead = 40
/** Number of characters of a text that are read. */
const mostLooked = 50_000
/** Shorter texts are put on one line as a whole. */
const shortText = 700

type SnippetMaker = (text: string) => Snippet | undefined

/**
 * Creates a function that returns the snippet of a text with most of the leaves; undefined when it has none. Most of a
 * long text need not be put on one line for that.
 */
export function snippetMaker(leaves: readonly Leaf[]): SnippetMaker {
  const hitsIn = hitFinder(leaves)
  const ofWhole = wholeSnippetMaker(leaves)
  // A word is between two spaces, so a text may be cut there; a phrase continues behind them.
  if (leaves.some(({ isPhrase }) => isPhrase)) return ofWhole
  return (text) => {
    const looked = text.slice(0, mostLooked)
    if (looked.length <= shortText) return ofWhole(looked)
    const hits = hitsIn(looked)
    if (hits.length === 0) return undefined
    const compared = hits.slice(0, mostStarts + 1 + (longest + 1) * leaves.length)
    const best = compared[bestStart(onOneLineFrom(looked, compared))] as Hit
    const { flat, at } = around(looked, best.from)
    return snippetAt(flat, hitsIn(flat), at)
  }
}

/** Creates the same function, which puts the whole text on one line. */
export function wholeSnippetMaker(leaves: readonly Leaf[]): SnippetMaker {
  const hitsIn = hitFinder(leaves)
  return (text) => {
    const flat = onOneLine(text.slice(0, mostLooked)).trim()
    const hits = hitsIn(flat)
    return hits.length > 0 ? snippetAt(flat, hits, (hits[bestStart(hits)] as Hit).from) : undefined
  }
}

/** Returns the snippet around a hit. @param at the position of the hit */
function snippetAt(flat: string, hits: readonly Hit[], at: number): Snippet {
  const window = windowAt(flat, at)
  const inside = hits.filter(({ from, to }) => from < window.to && to > window.from)
  const [before, after] = [window.from > 0 ? '…' : '', window.to < flat.length ? '…' : '']
  const shift = before.length - window.from
  return {
    text: before + flat.slice(window.from, window.to) + after,
    marks: joined(inside).map(({ from, to }) => [Math.max(from, window.from) + shift, Math.min(to, window.to) + shift]),
    leaves: new Set(inside.map(({ leaf }) => leaf)),
  }
}

/** Most hits that are tried as the beginning of a snippet. */
const mostStarts = 500

/** Returns the index of the hit from which a snippet contains the most leaves, then the most hits. */
function bestStart(hits: readonly Hit[]): number {
  let best = { leaves: 0, hits: 0, start: 0 }
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
      best = { leaves: leaves.size, hits: near, start: n }
    }
    if (n >= mostStarts) break
  }
  return best.start
}

/** Returns the part of a text around a position: whole words, if they fit. */
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

/** Returns a position that is not between the two halves of a character. */
function whole(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}

/** Returns hits in order, with touching ones joined. */
function joined(hits: readonly Hit[]): { from: number; to: number }[] {
  const marks: { from: number; to: number }[] = []
  for (const { from, to } of hits) {
    const last = marks.at(-1)
    if (last && from < last.to) last.to = Math.max(last.to, to)
    else marks.push({ from, to })
  }
  return marks
}
