import { between, pick, type Random } from '#bench/random.ts'
import { bugFields, plainNames } from '#shared/bugs/fields.ts'
import { bugStatuses, classifications } from '#shared/bugs/words.ts'
import { runsOf } from '#shared/search/words.ts'
import { isClosed, type Query } from './search-oracle.ts'
import { chatOnly, deletedOnly, vocabulary, type World } from './search-world.ts'

export interface Asking {
  readonly random: Random
  readonly world: World
  /** The caller. */
  readonly userId: string
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
  if (kind < 0.05) return pick(random, [...chatOnly, ...deletedOnly])
  if (kind < 0.1) return pick(random, ['absent', 'in', 'conn', 'cra', 'к', 'roundings', 'connectionx', 'i'])
  if (kind < 0.14)
    return pick(random, [bug.id, bug.id.slice(-8), bug.id.slice(-8, -2), 'prj', bug.externalId?.slice(4) ?? '1'])
  return runsOf(pick(random, vocabulary))[0] ?? 'the'
}

/** Returns mostly words that do follow one another somewhere. */
function somePhrase({ random, world }: Asking): Query {
  const bug = pick(random, world.bugs)
  const text = pick(random, [bug.title, bug.description, ...bug.comments.map(({ message }) => message), ...bug.lines])
  const runs = runsOf(text)
  const from = between(random, 0, Math.max(0, runs.length - 1))
  const words = runs.slice(from, from + between(random, 1, 4))
  if (random() < 0.2) words.reverse()
  return { kind: 'phrase', text: words.join(pick(random, [' ', '  ', '-'])) }
}

function someTerm({ random, world, userId }: Asking): Query {
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
  const status = pick(random, bugStatuses)
  const classification = pick(random, classifications)
  const original = pick(random, world.bugs).duplicateOf ?? bug.id
  const age = (timestamp: Date | null) => (timestamp ? Date.now() - timestamp.getTime() : NaN)
  return pick(random, [
    term('is:open', (one) => !isClosed(one)),
    term('IS:closed', isClosed),
    term('is:followed', (one) => one.followers.has(userId)),
    term(`status:"${status.toLowerCase()}"`, (one) => one.status === status),
    term('status:in-progress', (one) => one.status === 'In Progress'),
    term(`class:${classification}`, (one) => one.classification === classification),
    term(`assignee:${who.value}`, (one) => who.ids.includes(one.assignedTo ?? '')),
    term('assignee:none', (one) => one.assignedTo === null),
    term(`author:${who.value}`, (one) => who.ids.includes(one.createdBy)),
    term(`commenter:${who.value}`, (one) => one.comments.some(({ by }) => who.ids.includes(by))),
    term(`created:>${days}d`, (one) => age(one.createdOn) > long),
    term(`created:<=${days}d`, (one) => age(one.createdOn) <= long),
    term(`created:${date}`, (one) => dateOf(one.createdOn) === date),
    term(`created:>${date}`, (one) => dateOf(one.createdOn) > date),
    term(`created:..${date}`, (one) => dateOf(one.createdOn) <= date),
    term(`closed:<${days}d`, (one) => isClosed(one) && age(one.closedOn) < long),
    term(`closed:>=${days}d`, (one) => isClosed(one) && age(one.closedOn) >= long),
    term(`duplicate-of:${original}`, (one) => one.duplicateOf === original),
    term(`duplicate-of:${original.slice(-8)}`, (one) => one.duplicateOf?.slice(-8) === original.slice(-8)),
    term('has:attachment', (one) => one.hasFile),
    ...plainNames.map((name) => term(`${bugFields[name].term}:${bug[name]}`, (one) => one[name] === bug[name])),
  ])
}
