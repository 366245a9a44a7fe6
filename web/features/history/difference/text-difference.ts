import { type Change, diffLines, diffWordsWithSpace } from 'diff'

/** A stretch of a line, and whether it is what makes the line differ. */
export interface Stretch {
  readonly text: string
  readonly isChanged: boolean
}

/** One line of either text, or of both. */
export interface DifferenceLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly stretches: readonly Stretch[]
}

/** Lines to show, or a run of equal ones that nobody needs to read. */
export interface Block {
  readonly isFolded: boolean
  readonly lines: readonly DifferenceLine[]
}

/** Equal lines that stand around a change. */
const around = 2
/** Fewer equal lines than this are not worth folding. */
const leastFolded = 4
/** Milliseconds after which texts count as different from top to bottom. */
const patience = 400
/** Lines that have less than this part in common are two lines and not one that was changed. */
const leastInCommon = 0.3

/** How two texts differ, line by line, with the words that differ inside of lines. */
export function differenceOf(from: string, to: string): readonly Block[] {
  return folded(linesOf(from, to))
}

/** How two short texts differ, word by word. */
export function wordDifference(from: string, to: string): ReadonlyArray<Stretch & { kind: DifferenceLine['kind'] }> {
  return diffWordsWithSpace(from, to).map((part) => ({
    kind: kindOf(part),
    text: part.value,
    isChanged: kindOf(part) !== 'same',
  }))
}

function linesOf(from: string, to: string): readonly DifferenceLine[] {
  // Each line with its end: a last line is the same whether or not another one follows.
  const [one, other] = [ended(from), ended(to)]
  const parts = diffLines(one, other, { stripTrailingCr: true, timeout: patience }) ?? [
    { value: one, removed: true, added: false, count: 1 },
    { value: other, removed: false, added: true, count: 1 },
  ]
  const lines: DifferenceLine[] = []
  for (const [index, part] of parts.entries()) {
    const kind = kindOf(part)
    if (kind === 'added' && parts[index - 1]?.removed) continue
    const next = parts[index + 1]
    if (kind === 'removed' && next?.added) lines.push(...changedLines(linesIn(part.value), linesIn(next.value)))
    else lines.push(...linesIn(part.value).map((text) => lineOf(kind, text)))
  }
  return lines
}

/** Lines that took each other's place: all old ones first, then the new ones, as people know it from patches. */
function changedLines(removed: readonly string[], added: readonly string[]): readonly DifferenceLine[] {
  const old: DifferenceLine[] = []
  const young: DifferenceLine[] = []
  for (let index = 0; index < Math.max(removed.length, added.length); index++) {
    const [from, to] = [removed[index], added[index]]
    if (from !== undefined && to !== undefined) {
      const [before, after] = changedLine(from, to)
      old.push(before)
      young.push(after)
    } else if (from !== undefined) old.push(lineOf('removed', from))
    else if (to !== undefined) young.push(lineOf('added', to))
  }
  return [...old, ...young]
}

function changedLine(from: string, to: string): [DifferenceLine, DifferenceLine] {
  const parts = diffWordsWithSpace(from, to, { timeout: patience })
  const common = parts
    ?.filter((part) => kindOf(part) === 'same')
    .reduce((sum, { value }) => sum + value.trim().length, 0)
  if (!parts || (common ?? 0) < leastInCommon * Math.max(from.length, to.length)) {
    return [lineOf('removed', from), lineOf('added', to)]
  }
  const side = (kind: 'removed' | 'added'): DifferenceLine => ({
    kind,
    stretches: parts
      .filter((part) => kindOf(part) === 'same' || kindOf(part) === kind)
      .map((part) => ({ text: part.value, isChanged: kindOf(part) === kind })),
  })
  return [side('removed'), side('added')]
}

function folded(lines: readonly DifferenceLine[]): readonly Block[] {
  const isNear = lines.map(() => false)
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue
    for (let near = index - around; near <= index + around; near++) isNear[near] = true
  }
  const blocks: Array<{ isFolded: boolean; lines: DifferenceLine[] }> = []
  for (const [index, line] of lines.entries()) {
    const isFolded = !isNear[index]
    const last = blocks.at(-1)
    if (last?.isFolded === isFolded) last.lines.push(line)
    else blocks.push({ isFolded, lines: [line] })
  }
  return blocks.map((block) => ({ ...block, isFolded: block.isFolded && block.lines.length >= leastFolded }))
}

const ended = (text: string) => (text === '' ? '' : `${text}\n`)

function linesIn(text: string): readonly string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function lineOf(kind: DifferenceLine['kind'], text: string): DifferenceLine {
  return { kind, stretches: [{ text, isChanged: false }] }
}

function kindOf({ added, removed }: Pick<Change, 'added' | 'removed'>): DifferenceLine['kind'] {
  return added ? 'added' : removed ? 'removed' : 'same'
}
