import type { SeenFacts } from '#server/access/sight.ts'
import type { Prepared } from '#server/db/database.ts'
import type { FlagChange } from '#server/events/event.ts'
import { isInternalEvent } from '#server/features/bugs/public.ts'
import { possibleNames } from '#shared/texts/names.ts'
import { withoutCode } from '#shared/texts/without-code.ts'
import { kindFor, type reasonToTell } from './who-is-told.ts'

/** An event of a bug, as it is decided. */
export interface EventRow {
  readonly id: number
  readonly type: string
  readonly subject_id: string
  readonly actor_id: string | null
  readonly payload: Readonly<Record<string, unknown>>
  readonly bulk_id: string | null
}

/** The condition that an event `e` is news to anybody: what an import brought is not. */
export const isNews = `e.actor_id is not null and not coalesce((e.payload ->> 'isImported')::boolean, false)
    and not (e.type = 'bug-reported' and e.payload ? 'externalId')`

/** Somebody who is named by a text of a bug. */
export interface Mentioned {
  readonly bugId: string
  readonly commentId: string | null
  readonly userId: string
  readonly name: string
}

/** Who is named by the texts of the bugs `$1`, as it was recorded with them. */
export const mentioned: Prepared = {
  name: 'notification-mentions',
  text: `select m.bug_id as "bugId", m.comment_id as "commentId", m.user_id as "userId", m.name
    from mentions m where m.bug_id = any($1::text[])
    union all
    select c.bug_id, c.id, m ->> '_id', m ->> 'name'
    from internal_comments c cross join jsonb_array_elements(c.mentions) m where c.bug_id = any($1::text[])`,
}

/** Somebody whom the events of a bug may concern. */
export interface PersonAtBug {
  readonly userId: string
  readonly isVisible: boolean
  readonly seesInternal: boolean
  readonly levels: Parameters<typeof reasonToTell>[0]
  /** From which event on they follow it; undefined for who does not. */
  readonly followsFrom: number | undefined
  readonly isJoined: boolean
  readonly hasCommented: boolean
}

/** Returns what is asked of `reasonToTell` for an event and one person. */
export function questionOf(
  event: EventRow,
  {
    facts,
    named,
    isByTeam,
  }: { readonly facts: SeenFacts; readonly named: ReadonlySet<string>; readonly isByTeam: boolean },
  { userId, isVisible, seesInternal, levels, followsFrom, isJoined, hasCommented }: PersonAtBug,
): Parameters<typeof reasonToTell> {
  const isFollower = followsFrom !== undefined && event.id > followsFrom
  return [
    levels,
    {
      isFollower,
      followsLater: followsFrom !== undefined && !isFollower,
      isMentioned: named.has(userId),
      isAsked: isQuestion(event) && facts.createdBy === userId,
      isAnswered: event.payload['asker'] === userId,
      isAssignee: facts.assignedTo === userId,
      isReporter: facts.createdBy === userId,
      isJoined,
      hasCommented,
    },
    {
      kind: kindFor(event, { userId, isByTeam }),
      isOwn: event.actor_id === userId,
      isVisible: isVisible && (seesInternal || !isInternalEvent(event.type)),
    },
  ]
}

const isQuestion = ({ type, payload }: EventRow) =>
  type === 'comment-added' && (payload['isWaiting'] as FlagChange | undefined)?.to === true

/** Returns whom an event concerns whatever they follow: the reporter whom it asks, and the one whose question it answers. */
export function concerned(event: EventRow, bug: SeenFacts): string[] {
  const { asker } = event.payload
  return [...(isQuestion(event) ? [bug.createdBy] : []), ...(typeof asker === 'string' ? [asker] : [])]
}

const texts = ['title', 'description', 'stepsToReproduce'] as const

const mentioningTypes: ReadonlySet<string> = new Set([
  ...['bug-reported', 'bug-edited', 'comment-added', 'comment-edited'],
  ...['internal-comment-added', 'internal-comment-edited'],
])

/** Returns whether an event may have named somebody. */
export const mayMention = ({ type, payload }: EventRow) =>
  mentioningTypes.has(type) && JSON.stringify(payload).includes('@')

/** Returns who is named by what an event wrote, and was not by what stood there before. */
export function namedBy(event: EventRow, mentions: readonly Mentioned[]): ReadonlySet<string> {
  return mayMention(event) ? newlyMentioned(event, mentions) : new Set()
}

function newlyMentioned({ type, payload }: EventRow, mentions: readonly Mentioned[]): ReadonlySet<string> {
  const place = typeof payload['commentId'] === 'string' ? payload['commentId'] : null
  const here = mentions.filter(({ commentId }) => commentId === place)
  const known = new Set(here.map(({ name }) => name.toLowerCase()))
  const { before, after } = wordsOf(type, payload)
  const [earlier, now] = [namesIn(before, known), namesIn(after, known)]
  return new Set(
    here
      .map(({ userId, name }) => ({ userId, name: name.toLowerCase() }))
      .filter(({ name }) => now.has(name) && !earlier.has(name))
      .map(({ userId }) => userId),
  )
}

/** The longest of the known names at each place of the texts, as when mentions are recorded. */
function namesIn(words: readonly string[], known: ReadonlySet<string>): ReadonlySet<string> {
  const places = words.flatMap((text) => possibleNames(withoutCode(text)))
  return new Set(
    places.flatMap((names) => names.map((name) => name.toLowerCase()).find((name) => known.has(name)) ?? []),
  )
}

/** The texts that an event changed, before and after it. */
function wordsOf(type: string, payload: EventRow['payload']): { before: string[]; after: string[] } {
  if (type.endsWith('comment-edited')) return { before: [String(payload['from'])], after: [String(payload['to'])] }
  if (type.endsWith('comment-added')) return { before: [], after: [String(payload['message'])] }
  const values = texts.map((name) => payload[name])
  if (type === 'bug-reported') return { before: [], after: values.map(String) }
  const changes = values.filter((value) => value !== undefined) as { from: string; to: string }[]
  return { before: changes.map(({ from }) => from), after: changes.map(({ to }) => to) }
}
