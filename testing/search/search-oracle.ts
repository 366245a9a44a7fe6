import { bugFields, plainNames } from '#shared/bugs/fields.ts'
import { isClosedStatus, isDescending, type ListSort } from '#shared/bugs/words.ts'
import { sortableKinds } from '#shared/custom-fields/custom-field.ts'
import { isFieldTerm, keyOfTerm } from '#shared/custom-fields/field-name.ts'
import { stem } from '#shared/search/stem.ts'
import { runsOf as splitRuns } from '#shared/search/words.ts'
import { choices, fieldKindsByKey, type World, type WorldBug } from './search-world.ts'

/** A search as a test defines it, without the product's parser. */
export type Query =
  | { readonly kind: 'word'; readonly word: string; readonly isPrefix: boolean }
  | { readonly kind: 'phrase'; readonly text: string }
  | { readonly kind: 'term'; readonly text: string; readonly holds: (bug: WorldBug) => boolean }
  | { readonly kind: 'not'; readonly of: Query }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Query[] }

/** Returns a search as people type it. */
export function typed(query: Query): string {
  switch (query.kind) {
    case 'word':
      return query.word
    case 'phrase':
      return `"${query.text}"`
    case 'term':
      return query.text
    case 'not':
      return query.of.kind === 'and' ? `-(${typed(query.of)})` : `-${typed(query.of)}`
    case 'and':
      return query.parts.map(typed).join(' ')
    default:
      return `(${query.parts.map(typed).join(' OR ')})`
  }
}

/** Caches results, because thousands of searches ask for the same. */
function remembered<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const value = known.get(text) ?? make(text)
    known.set(text, value)
    return value
  }
}

const runsOf = remembered(splitRuns)
const stemOf = remembered(stem)

/** By what a bug is found: `ranked` has what a rank looks at, to which those add what they may read apart. */
export type Reads = 'ranked' | 'open' | 'chat'

const texts = new WeakMap<WorldBug, Readonly<Record<Reads, string[][]>>>()

/** Returns all texts by which a person may find a bug, as the world was at the first call. */
export function textsOf(bug: WorldBug, reads: Reads): string[][] {
  const known = texts.get(bug)
  if (known) return known[reads]
  const own = [bug.title, bug.description, bug.stepsToReproduce, bug.id, bug.id.slice(-8), bug.externalId ?? '']
  const ranked = [...own, ...bug.comments.map(({ message }) => message)].map(runsOf)
  const open = [...ranked, ...bug.internal.map(({ message }) => runsOf(message))]
  const all = { ranked, open, chat: [...open, ...bug.lines.map(runsOf)] }
  texts.set(bug, all)
  return all[reads]
}

export function holds(query: Query, bug: WorldBug, texts: readonly (readonly string[])[]): boolean {
  switch (query.kind) {
    case 'word':
      return texts.some((runs) => runs.some((run) => isWord(query, run)))
    case 'phrase':
      return texts.some((runs) => standsIn(runsOf(query.text), runs))
    case 'term':
      return query.holds(bug)
    case 'not':
      return !holds(query.of, bug, texts)
    case 'and':
      return query.parts.every((part) => holds(part, bug, texts))
    default:
      return query.parts.some((part) => holds(part, bug, texts))
  }
}

function isWord({ word, isPrefix }: { word: string; isPrefix: boolean }, run: string): boolean {
  const searched = runsOf(word)[0] ?? ''
  return stemOf(run) === stemOf(searched) || (isPrefix && run.startsWith(searched))
}

function standsIn(words: readonly string[], runs: readonly string[]): boolean {
  return runs.some((_, at) => words.every((word, n) => runs[at + n] === word))
}

/** Returns all bugs that a person should find, in the order of a sort. */
export function found(world: World, query: Query, readsChat: boolean, sort: ListSort, inverted: boolean): string[] {
  const matching = world.bugs.filter((bug) => holds(query, bug, textsOf(bug, readsChat ? 'chat' : 'open')))
  if (isFieldTerm(sort)) return byField(matching, keyOfTerm(sort) ?? '', inverted)
  const key = sort === 'relevance' ? relevance(world, query) : keyOf(sort)
  const keyed = matching.map((bug) => ({ bug, key: key(bug) }))
  const upward = keyed.toSorted((one, other) => compare(one.key, other.key) || compare(one.bug.id, other.bug.id))
  return (isDescending(sort) !== inverted ? upward.toReversed() : upward).map(({ bug }) => bug.id)
}

/** Those with a value in its order, and after them the others, the newest first. */
function byField(matching: readonly WorldBug[], field: string, inverted: boolean): string[] {
  const isSorting = sortableKinds.has(fieldKindsByKey[field] ?? 'person')
  const valued = matching.filter(({ fields }) => isSorting && fields[field] !== undefined)
  const keyed = valued.map((bug) => ({ bug, key: fieldKey(field, bug.fields[field]) }))
  const upward = keyed.toSorted((one, other) => compare(one.key, other.key) || compare(one.bug.id, other.bug.id))
  const others = matching
    .filter((bug) => !valued.includes(bug))
    .toSorted((one, other) => other.createdOn.getTime() - one.createdOn.getTime() || compare(other.id, one.id))
  return [...(inverted ? upward.toReversed() : upward).map(({ bug }) => bug), ...others].map(({ id }) => id)
}

function fieldKey(field: string, value: unknown): Key {
  if (typeof value === 'number') return [value]
  const word = [...String(value).toLowerCase()].slice(0, 100).join('')
  if (fieldKindsByKey[field] !== 'choice') return [word]
  const place = choices.findIndex((one) => one.toLowerCase() === word)
  return [place < 0 ? choices.length : place, word]
}

const keyOf = (sort: string) => (bug: WorldBug) => {
  if (sort === 'createdOn') return [bug.createdOn.getTime()]
  if (sort === 'updatedOn') return [bug.updatedOn.getTime()]
  if (sort === 'waitingSince')
    return [isClosedStatus(bug.status) || !bug.waits ? Number.MAX_SAFE_INTEGER : bug.waits.since.getTime()]
  if (sort === 'affectedCount') return [bug.affectedCount, bug.createdOn.getTime()]
  const plain = plainNames.find((name) => name === sort)
  if (plain) {
    const values: readonly string[] = bugFields[plain].values
    return [values.indexOf(bug[plain]), bug.createdOn.getTime()]
  }
  const text = bug[sort as 'title' | 'description' | 'stepsToReproduce']
  return [(sort === 'title' ? text : [...text].slice(0, 200).join('')).toLowerCase()]
}

type Key = readonly (number | string)[] | string

function compare(one: Key, other: Key): number {
  if (typeof one === 'string' || typeof other === 'string')
    return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
  for (const [n, mine] of one.entries()) {
    const theirs = other[n] ?? ''
    const difference = typeof mine === 'number' ? mine - Number(theirs) : compare(mine, String(theirs))
    if (difference !== 0) return difference
  }
  return 0
}

/** Returns the rank that docs/decisions/022-search.md defines. */
function relevance(world: World, query: Query): (bug: WorldBug) => Key {
  const leaves = wanted(query, true)
  const weigh = (leaf: Query) => {
    if (leaves.length < 2) return 1000
    const holding =
      leaf.kind === 'phrase' ? 1 : world.bugs.filter((bug) => holds(leaf, bug, textsOf(bug, 'ranked'))).length
    return Math.round(1000 * Math.log(1 + world.bugs.length / Math.max(1, holding)))
  }
  const weights = leaves.map(({ leaf }) => weigh(leaf))
  return (bug) => {
    const names = [bug.id, bug.id.slice(-8), bug.externalId ?? ''].map(runsOf)
    const titles = [runsOf(bug.title), ...names]
    const own = [...titles, runsOf(bug.description), runsOf(bug.stepsToReproduce)]
    const score = leaves.map(({ leaf, isRequired }, n) => {
      const inTitle = leaf.kind === 'phrase' && runsOf(leaf.text).length > 1 ? [runsOf(bug.title)] : titles
      const elsewhere = isRequired || holds(leaf, bug, textsOf(bug, 'ranked')) ? 1 : 0
      const place = holds(leaf, bug, inTitle) ? 4 : holds(leaf, bug, own) ? 2 : elsewhere
      return (weights[n] ?? 0) * place + (isName(leaf, names) ? 1_000_000_000 : 0)
    })
    const everything = leaves.every(({ leaf }) => holds(leaf, bug, titles))
    return [score.reduce((sum, part) => sum + part, 0), everything ? 1 : 0, bug.createdOn.getTime()]
  }
}

function isName(leaf: Query, names: readonly (readonly string[])[]): boolean {
  const runs = leaf.kind === 'word' ? runsOf(leaf.word) : leaf.kind === 'phrase' ? runsOf(leaf.text) : []
  const [word = ''] = runs
  if (runs.length !== 1 || !(/\d/.test(word) || /^[0-9a-f]{6,24}$/.test(word))) return false
  const isBeginning = leaf.kind === 'word' && leaf.isPrefix && /^[0-9a-f]{6,7}$/.test(word)
  return names.flat().includes(word) || (isBeginning && (names[1]?.[0] ?? '').startsWith(word))
}

/** Returns each word and phrase of a search once, and whether a bug must have it. */
function wanted(query: Query, isRequired: boolean): { leaf: Query; isRequired: boolean }[] {
  const all = gather(query, isRequired)
  const name = (leaf: Query) =>
    leaf.kind === 'word'
      ? `${stemOf(runsOf(leaf.word)[0] ?? '')}${leaf.isPrefix}${leaf.isPrefix ? leaf.word : ''}`
      : typed(leaf)
  return all.filter(({ leaf }, n) => {
    const same = all.filter((other) => name(other.leaf) === name(leaf))
    const kept = same.find((other) => other.isRequired) ?? same[0]
    return kept === all[n]
  })
}

function gather(query: Query, isRequired: boolean): { leaf: Query; isRequired: boolean }[] {
  if (query.kind === 'word' || query.kind === 'phrase') return [{ leaf: query, isRequired }]
  if (query.kind === 'and')
    return query.parts.flatMap((part) => gather(part, isRequired && (part.kind === 'word' || part.kind === 'phrase')))
  return query.kind === 'or' ? query.parts.flatMap((part) => gather(part, false)) : []
}

export const isClosed = (bug: WorldBug) => isClosedStatus(bug.status)
