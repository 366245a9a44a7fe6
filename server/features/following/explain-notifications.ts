import type { Actor } from '#server/access/actor.ts'
import { maySee, type SeenFacts } from '#server/access/sight.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { findActorsOf } from '#server/features/auth/public.ts'
import {
  type BugEventType,
  eventTypesFor,
  isInternalEvent,
  requireBug,
  seenFacts,
  timelineKinds,
} from '#server/features/bugs/public.ts'
import type { Call } from '#server/http/serve.ts'
import {
  type explainNotifications as endpoint,
  type ExplainedNotification,
  maxExplained,
} from '#shared/following/why-contract.ts'
import type { NotificationMailState, NotificationReason, WhyNotTold } from '#shared/following/level.ts'
import type { UsualLevels } from '#shared/following/usual-levels.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import {
  type EventRow,
  isNews,
  type Mentioned,
  mentioned,
  namedBy,
  type PersonAtBug,
  questionOf,
} from './event-question.ts'
import { keptDays } from './following-jobs.ts'
import { decisionOf, decisionsOf } from './level-in-force.ts'
import { standingOf } from './chosen-levels.ts'
import { isOfTeam, reasonNotToTell } from './who-is-told.ts'

/** Of a mail, what was seen before it was first tried is left out. */
const lastOfOthers: Prepared = {
  name: 'explain-notifications',
  text: `select e.id, e.type, e.subject_id, e.actor_id, e.payload, e.bulk_id, e.at, actor.full_name as "actorName",
      ${isNews} as "isNews", (e.tx, e.id) > (p.tx, p.event_id) as "isUndecided",
      e.at < now() - make_interval(days => ${keptDays}) as "isOld",
      n.reason, n.decided_on as "decidedOn", n.seen_on as "seenOn",
      case when m.sent_on is not null and (n.seen_on is null or n.seen_on >= m.first_tried_on) then m.sent_on end as "mailedOn",
      case
        when m.sent_on is not null and (n.seen_on is null or n.seen_on >= m.first_tried_on) then 'sent'
        when n.seen_on is not null then 'seen'
        when m.failed_on is not null then 'failed'
        when m.id is not null or n.is_mail_pending then 'waits'
        else 'none' end as mail
    from events e cross join notification_position p
      left join users actor on actor.id = e.actor_id
      left join notifications n on n.user_id = $2 and n.bug_id = $1 and n.event_id = e.id
      left join mails m on m.id = n.mail_id
    where e.subject_id = $1 and e.type = any($3::text[]) and e.actor_id is distinct from $2
    order by e.id desc limit ${maxExplained}`,
}
interface Row extends EventRow {
  readonly type: BugEventType
  readonly at: Date
  readonly actorName: string | null
  readonly isNews: boolean
  readonly isUndecided: boolean
  readonly isOld: boolean
  /** Null for what they were not told. */
  readonly reason: NotificationReason | null
  readonly decidedOn: Date
  readonly seenOn: Date | null
  readonly mailedOn: Date | null
  readonly mail: NotificationMailState
}

/**
 * Returns whether the caller was told of the last things that others did at a bug, by what is stored; and why they were not, by
 * the decision as it would be now.
 * @throws AppError not-found
 */
export async function explainNotifications(
  db: Db,
  { actor, params: { bugId } }: Pick<Call<typeof endpoint>, 'actor' | 'params'>,
  usual: UsualLevels,
): Promise<ReplyOf<typeof endpoint>> {
  await requireBug(db, actor, bugId)
  const rows = await db.prepared<Row>(lastOfOthers, [bugId, actor.userId, eventTypesFor(actor)])
  const facts = (await seenFacts(db, [bugId])).get(bugId)
  if (!facts) return { result: [] }
  const person = await personAt(db, actor, { bugId, facts, usual })
  const mentions = await db.prepared<Mentioned>(mentioned, [[bugId]])
  const actors = await findActorsOf(db, [...new Set(rows.flatMap(({ actor_id: id }) => id ?? []))])
  return {
    result: rows.map((row) => {
      const isByTeam = row.actor_id !== null && isOfTeam(actors.get(row.actor_id))
      const question = questionOf(row, { facts, named: namedBy(row, mentions), isByTeam }, person)
      return { ...deedOf(row), ...(toldOf(row) ?? { whyNot: whyNotOf(row, reasonNotToTell(...question)) }) }
    }),
  }
}

async function personAt(
  db: Db,
  actor: Actor,
  { bugId, facts, usual }: { readonly bugId: string; readonly facts: SeenFacts; readonly usual: UsualLevels },
): Promise<PersonAtBug> {
  const { userId } = actor
  const decision = (await decisionsOf(db, userId, [bugId])).get(bugId) ?? decisionOf([])
  const { product, person, part } = await standingOf(db, { bugId, userId })
  return {
    userId,
    isVisible: maySee(actor, facts),
    seesInternal: actor.sees.internalComments,
    levels: {
      bug: decision.level,
      product: product ?? undefined,
      person: person ?? undefined,
      usual,
    },
    followsFrom: decision.followsFrom,
    isJoined: part.isJoined,
    hasCommented: part.hasCommented,
  }
}

const deedOf = ({
  id,
  type,
  at,
  actor_id: actorId,
  actorName,
}: Row): Omit<ExplainedNotification, 'told' | 'whyNot'> => ({
  _id: String(id),
  kind: timelineKinds[type],
  ...(isInternalEvent(type) && { isInternal: true as const }),
  at: at.toISOString(),
  ...(actorId !== null && { by: { _id: actorId, fullName: actorName ?? '' } }),
})

function toldOf({ reason, decidedOn, seenOn, mail, mailedOn }: Row): Pick<ExplainedNotification, 'told'> | undefined {
  if (reason === null) return undefined
  return {
    told: {
      reason,
      on: decidedOn.toISOString(),
      seenOn: seenOn?.toISOString() ?? null,
      mail,
      mailedOn: mailedOn?.toISOString() ?? null,
    },
  }
}

/** @param now why not by what holds now; undefined where they would be told */
function whyNotOf({ isNews, isUndecided, isOld }: Row, now: WhyNotTold | undefined): WhyNotTold {
  if (!isNews) return 'imported'
  if (isUndecided) return 'undecided'
  return now ?? (isOld ? 'old' : 'changed')
}
