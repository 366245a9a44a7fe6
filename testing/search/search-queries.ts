import { between, pick, type Random } from '#bench/random.ts'
import { bugFields, plainNames } from '#shared/bugs/fields.ts'
import { bugStatuses, classifications } from '#shared/bugs/words.ts'
import type { LinkKind } from '#shared/links/link.ts'
import { runsOf } from '#shared/search/words.ts'
import { isClosed, type Query } from './search-oracle.ts'
import {
  chatOnly,
  choices,
  deletedOnly,
  hiddenOnly,
  internalOnly,
  labelNames,
  vocabulary,
  type World,
} from './search-world.ts'

export interface Asking {
  readonly random: Random
  /** All of it, so that searches also ask for what is hidden. */
  readonly world: World
  /** The caller. */
  readonly userId: string
  /** What the world is for them. */
  readonly seen: World
}

const day = 86_400_000

/** Returns a search of any kind, as people type it: its last plain word is the beginning of one. */
export function someQuery(asking: Asking): Query {
  const parts = Array.from({ length: between(asking.random, 1, 3) }, () => somePart(asking, 2))
  const once = parts.filter(
    (part, n) =>
      part.kind !== 'word' || parts.findIndex((other) => other.kind === 'word' && other.word === part.word) === n,
  )
  const last = once.at(-1)
  if (last?.kind === 'word' && parts.at(-1)?.kind === 'word') once[once.length - 1] = { ...last, isPrefix: true }
  const [only] = once
  return once.length === 1 && only ? only : { kind: 'and', parts: once }
}

function somePart(asking: Asking, depth: number): Query {
  const { random } = asking
  const kind = random()
  if (depth > 0 && kind < 0.12) return { kind: 'not', of: somePart(asking, 0) }
  if (depth > 0 && kind < 0.25)
    return { kind: 'or', parts: Array.from({ length: between(random, 2, 3) }, () => someBranch(asking, depth - 1)) }
  if (kind < 0.4) return someTerm(asking)
  if (kind < 0.6) return somePhrase(asking)
  return { kind: 'word', word: someWord(asking), isPrefix: false }
}

function someBranch(asking: Asking, depth: number): Query {
  if (asking.random() < 0.7) return somePart(asking, depth)
  return { kind: 'and', parts: [somePart(asking, depth), somePart(asking, depth)] }
}

function someWord({ random, world }: Asking): string {
  const kind = random()
  const bug = pick(random, world.bugs)
  if (kind < 0.05) return pick(random, [...chatOnly, ...deletedOnly, ...hiddenOnly, ...internalOnly])
  if (kind < 0.1) return pick(random, ['absent', 'in', 'conn', 'cra', 'к', 'roundings', 'connectionx', 'i'])
  if (kind < 0.14)
    return pick(random, [bug.id, bug.id.slice(-8), bug.id.slice(-8, -2), 'prj', bug.externalId?.slice(4) ?? '1'])
  return runsOf(pick(random, vocabulary))[0] ?? 'the'
}

/** Returns mostly words that do follow one another somewhere. */
function somePhrase({ random, world }: Asking): Query {
  const bug = pick(random, world.bugs)
  const text = pick(random, [
    bug.title,
    bug.description,
    ...[...bug.comments, ...bug.internal].map(({ message }) => message),
    ...bug.lines,
  ])
  const runs = runsOf(text)
  const from = between(random, 0, Math.max(0, runs.length - 1))
  const words = runs.slice(from, from + between(random, 1, 4))
  if (random() < 0.2) words.reverse()
  return { kind: 'phrase', text: words.join(pick(random, [' ', '  ', '-'])) }
}

function someTerm({ random, world, userId, seen }: Asking): Query {
  const term = (text: string, holds: (bug: World['bugs'][number]) => boolean): Query => ({ kind: 'term', text, holds })
  const someone = pick(random, world.people)
  const who = pick(random, [
    { value: '@me', ids: [userId] },
    { value: someone.userId, ids: [someone.userId] },
    { value: `"${someone.fullName}"`, ids: [someone.userId] },
    { value: 'ada', ids: world.people.filter(({ fullName }) => /ada/i.test(fullName)).map((one) => one.userId) },
    { value: 'mül', ids: world.people.filter(({ fullName }) => /mül/i.test(fullName)).map((one) => one.userId) },
    { value: 'nowhereman', ids: [] },
  ])
  const days = between(random, 1, 120)
  const long = days * day
  const bug = pick(random, world.bugs)
  const date = bug.createdOn.toISOString().slice(0, 10)
  const dateOf = (timestamp: Date) => timestamp.toISOString().slice(0, 10)
  const updated = dateOf(bug.updatedOn)
  const status = pick(random, bugStatuses)
  const classification = pick(random, classifications)
  const original = pick(random, world.bugs).duplicateOf ?? bug.id
  const isKnown = (id: string | null) => seen.bugs.some((one) => one.id === id)
  const label = pick(random, labelNames)
  const linked = pick(
    random,
    world.bugs.filter(({ links }) => links.length > 0),
  )
  const isLinked = (one: World['bugs'][number], kind: LinkKind) =>
    isKnown(linked.id) && one.links.some((link) => link.kind === kind && link.bugId === linked.id)
  const named = pick(random, [linked.id, linked.id.slice(-8), linked.key, linked.key.toLowerCase()])
  const originalKey = world.bugs.find(({ id }) => id === original)?.key ?? ''
  const age = (timestamp: Date | null) => (timestamp ? Date.now() - timestamp.getTime() : NaN)
  return pick(random, [
    term('is:open', (one) => !isClosed(one)),
    term('IS:closed', isClosed),
    term('is:followed', (one) => one.followers.has(userId)),
    term('is:snoozed', (one) => one.snoozers.has(userId)),
    term('is:waiting', (one) => !isClosed(one) && one.waits?.isForReporter === true),
    term('is:unanswered', (one) => !isClosed(one) && one.waits?.isForReporter === false),
    term(`status:"${status.toLowerCase()}"`, (one) => one.status === status),
    term('status:in-progress', (one) => one.status === 'In Progress'),
    term(`class:${classification}`, (one) => one.classification === classification),
    term(`assignee:${who.value}`, (one) => who.ids.includes(one.assignedTo ?? '')),
    term('assignee:none', (one) => one.assignedTo === null),
    term(`author:${who.value}`, (one) => who.ids.includes(one.createdBy)),
    term(`commenter:${who.value}`, (one) => [...one.comments, ...one.internal].some(({ by }) => who.ids.includes(by))),
    term(`created:>${days}d`, (one) => age(one.createdOn) > long),
    term(`created:<=${days}d`, (one) => age(one.createdOn) <= long),
    term(`created:${date}`, (one) => dateOf(one.createdOn) === date),
    term(`created:>${date}`, (one) => dateOf(one.createdOn) > date),
    term(`created:..${date}`, (one) => dateOf(one.createdOn) <= date),
    term(`updated:<${days}d`, (one) => age(one.updatedOn) < long),
    term(`updated:>=${days}d`, (one) => age(one.updatedOn) >= long),
    term(`updated:${updated}`, (one) => dateOf(one.updatedOn) === updated),
    term(`closed:<${days}d`, (one) => isClosed(one) && age(one.closedOn) < long),
    term(`closed:>=${days}d`, (one) => isClosed(one) && age(one.closedOn) >= long),
    term(`duplicate-of:${original}`, (one) => one.duplicateOf === original && isKnown(one.duplicateOf)),
    term(
      `duplicate-of:${original.slice(-8)}`,
      (one) => one.duplicateOf?.slice(-8) === original.slice(-8) && isKnown(one.duplicateOf),
    ),
    term(`duplicate-of:${originalKey}`, (one) => one.duplicateOf === original && isKnown(one.duplicateOf)),
    term('has:attachment', (one) => one.hasFile),
    term('has:label', (one) => one.labels.length > 0),
    term(`label:"${label}"`, (one) => one.labels.includes(label)),
    term(`label:"${label.toUpperCase()}"`, (one) => one.labels.includes(label)),
    term('has:parent', (one) => one.links.some(({ kind }) => kind === 'parent')),
    term(`parent:${named}`, (one) => isLinked(one, 'parent')),
    term(`blocks:${named}`, (one) => isLinked(one, 'blocks')),
    term(`blocked-by:${named}`, (one) => isLinked(one, 'blocked-by')),
    term('is:blocked', (one) =>
      one.links.some(
        ({ kind, bugId }) => kind === 'blocked-by' && seen.bugs.some((other) => other.id === bugId && !isClosed(other)),
      ),
    ),
    ...fieldTerms({ random, world, userId, seen }, who, term),
    ...plainNames.map((name) => term(`${bugFields[name].term}:${bug[name]}`, (one) => one[name] === bug[name])),
  ])
}

type MakeTerm = (text: string, holds: (bug: World['bugs'][number]) => boolean) => Query

/** Terms of custom fields. Of a field that no product has which the caller sees, each finds nothing. */
function fieldTerms(
  { random, world, seen }: Asking,
  who: { readonly value: string; readonly ids: readonly string[] },
  term: MakeTerm,
): Query[] {
  const { fields } = pick(random, world.bugs)
  const cost = typeof fields['cost'] === 'number' ? fields['cost'] : 3
  const due = typeof fields['due'] === 'string' ? fields['due'] : '2026-01-05'
  const risk = pick(random, choices)
  const customer = runsOf(String(fields['customer'] ?? 'page'))[0] ?? 'page'
  const secret = pick(random, hiddenOnly)
  const isHiddenSeen = seen.bugs.some(({ productNumber }) => productNumber !== 0)
  const costOf = (bug: World['bugs'][number]) => (bug.fields['cost'] ?? NaN) as number
  const dueOf = (bug: World['bugs'][number]) => bug.fields['due'] ?? ''
  return [
    term(`field.cost:${cost}`, (bug) => costOf(bug) === cost),
    term(`field.cost:>${cost}`, (bug) => costOf(bug) > cost),
    term(`field.cost:..${cost}`, (bug) => costOf(bug) <= cost),
    term('field.cost:none', (bug) => bug.fields['cost'] === undefined),
    term(`field.due:${due}`, (bug) => dueOf(bug) === due),
    term(`field.due:>${due}`, (bug) => dueOf(bug) > due),
    term(`field.risk:${risk.toLowerCase()}`, (bug) => bug.fields['risk'] === risk),
    term(`field.risk:"unheard of"`, (bug) => bug.fields['risk'] === 'Unheard of'),
    term('field.risk:none', (bug) => bug.productNumber === 0 && bug.fields['risk'] === undefined),
    term(`field.systems:${risk}`, (bug) => Object.values(bug.fields['systems'] ?? []).includes(risk)),
    term(`field.customer:${customer}`, (bug) =>
      String(bug.fields['customer'] ?? '')
        .toLowerCase()
        .startsWith(customer),
    ),
    term(`field.tester:${who.value}`, (bug) =>
      who.ids.includes((bug.fields['tester'] as { _id?: string } | undefined)?._id ?? ''),
    ),
    term('field.paid:yes', (bug) => bug.fields['paid'] === true),
    term(`field.secret:${secret}`, (bug) => bug.fields['secret'] === secret),
    term('field.secret:none', (bug) => isHiddenSeen && bug.productNumber !== 0 && bug.fields['secret'] === undefined),
    term('field.nothing:1', () => false),
  ]
}

/** Returns a filter of the list beside the words, and what it asks for; for some searches none. */
export function someFilter(
  random: Random,
  world: World,
  userId: string,
): { readonly query: Readonly<Record<string, string>>; readonly term: Query } | undefined {
  if (random() < 0.6) return undefined
  const someone = pick(random, world.people).userId
  const status = pick(random, bugStatuses)
  const filter = (query: Readonly<Record<string, string>>, holds: (bug: World['bugs'][number]) => boolean) => ({
    query,
    term: { kind: 'term', text: '', holds } as const,
  })
  return pick(random, [
    filter({ status }, (bug) => bug.status === status),
    filter({ assignee: someone }, (bug) => bug.assignedTo === someone),
    filter({ assignee: '@me' }, (bug) => bug.assignedTo === userId),
    filter({ assignee: 'none' }, (bug) => bug.assignedTo === null),
    filter({ author: someone, status }, (bug) => bug.createdBy === someone && bug.status === status),
    filter({ author: '@me' }, (bug) => bug.createdBy === userId),
  ])
}
