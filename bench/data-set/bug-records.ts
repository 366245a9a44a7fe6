import { between, pick, type Random, seededRandom } from '#bench/random.ts'
import type { ReportSource, SampleReport } from '#bench/reports/report-source.ts'
import { importedRecordId } from '#server/db/record-id.ts'
import { type BugStatus, type Classification, isClosedStatus } from '#shared/bugs/words.ts'
import { authorIds } from './people.ts'

export interface CommentRecord {
  readonly id: string
  readonly userId: string
  readonly createdOn: Date
  readonly message: string
}

export interface BugRecord extends SampleReport {
  readonly id: string
  readonly createdOn: Date
  readonly createdBy: string
  readonly assignedTo: string | null
  readonly assignedOn: Date | null
  readonly status: BugStatus
  readonly isClosed: boolean
  readonly classification: Classification
  readonly duplicateOf: string | null
  readonly comments: readonly CommentRecord[]
}

const firstDay = Date.parse('2016-01-01T00:00:00Z')
const lastDay = Date.parse('2026-01-01T00:00:00Z')
const day = 86_400_000
const commentsPerBug = 5

/**
 * Yields the bugs of a data set, oldest first, the same for the same source and seed: growing in number over ten years,
 * older ones mostly closed, half of them assigned, about five comments each.
 */
export function* bugRecords(source: ReportSource, count: number, seed: string): Generator<BugRecord> {
  const random = seededRandom(seed)
  // A few people report most of it.
  const author = () => authorIds[Math.floor(authorIds.length * random() ** 2)] as string
  const recent: string[] = []
  for (const [index, createdOn] of timestamps(count, random).entries()) {
    const id = importedRecordId(`bug ${index}`, createdOn)
    const status = statusOf(random, index / count)
    const classification = classificationOf(random)
    const assigned = random() < 0.5
    yield {
      ...source.report(),
      id,
      createdOn,
      createdBy: author(),
      assignedTo: assigned ? author() : null,
      assignedOn: assigned ? new Date(createdOn.getTime() + random() * 5 * day) : null,
      status,
      isClosed: isClosedStatus(status),
      classification,
      duplicateOf: classification === 'duplicate' && recent.length > 0 && random() < 0.8 ? pick(random, recent) : null,
      comments: commentsOf(source, random, id, createdOn, author),
    }
    recent.push(id)
    if (recent.length > 2000) recent.splice(0, 1000)
  }
}

/** Returns distinct timestamps in ascending order, more and more of them each year. */
function timestamps(count: number, random: Random): Date[] {
  const times = Float64Array.from({ length: count }, () =>
    Math.floor(firstDay + (lastDay - firstDay) * random() ** 0.6),
  )
  let last = 0
  return Array.from(times.toSorted(), (time) => {
    last = Math.max(time, last + 1)
    return new Date(last)
  })
}

/** Chooses a status. @param age 0 for the oldest bug to 1 for the newest */
function statusOf(random: Random, age: number): BugStatus {
  const open = random() < 0.08 + 0.6 * Math.exp(-8 * (1 - age))
  if (open) return random() < 0.25 ? 'In Progress' : 'Open'
  return random() < 0.4 ? 'Closed' : 'Resolved'
}

function classificationOf(random: Random): Classification {
  const number = random()
  if (number < 0.4) return 'unclassified'
  if (number < 0.8) return 'approved'
  return number < 0.92 ? 'unapproved' : 'duplicate'
}

function commentsOf(
  source: ReportSource,
  random: Random,
  bugId: string,
  reported: Date,
  author: () => string,
): CommentRecord[] {
  const count = Math.min(200, Math.floor(-Math.log(1 - random()) * (commentsPerBug + 0.5)))
  let time = reported.getTime()
  return Array.from({ length: count }, (_, index) => {
    time += between(random, 60_000, 4 * day)
    const createdOn = new Date(time)
    const id = importedRecordId(`comment ${index} of ${bugId}`, createdOn)
    return { id, userId: author(), createdOn, message: source.comment() }
  })
}
