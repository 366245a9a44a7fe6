import { type Hit, hitFinder } from './find-hits.ts'
import type { Leaf } from './leaves.ts'

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
/** So much of a text is looked at. */
const mostLooked = 50_000

/** Makes of a text the piece that holds most of the leaves; undefined when it holds none. */
export function snippetMaker(leaves: readonly Leaf[]): (text: string) => Snippet | undefined {
  const hitsIn = hitFinder(leaves)
  return (text) => {
    const flat = onOneLine(text.slice(0, mostLooked))
    const hits = hitsIn(flat)
    return hits.length > 0 ? snippetAt(flat, hits) : undefined
  }
}

/** What is one space already, as most is, is not touched. */
const onOneLine = (text: string) => text.replaceAll(/[^\S ]\s*| \s+/g, ' ').trim()

function snippetAt(flat: string, hits: readonly Hit[]): Snippet {
  const window = windowAt(flat, bestStart(hits))
  const inside = hits.filter(({ from, to }) => from < window.to && to > window.from)
  const [before, after] = [window.from > 0 ? '…' : '', window.to < flat.length ? '…' : '']
  const shift = before.length - window.from
  return {
    text: before + flat.slice(window.from, window.to) + after,
    marks: joined(inside).map(({ from, to }) => [Math.max(from, window.from) + shift, Math.min(to, window.to) + shift]),
    leaves: new Set(inside.map(({ leaf }) => leaf)),
  }
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
