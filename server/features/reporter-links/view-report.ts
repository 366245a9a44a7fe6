import type { Actor } from '#server/access/actor.ts'
import { seen, sightValues } from '#server/access/sight.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { type AttachmentRow, filesOfTexts } from '#server/features/attachments/public.ts'
import { keyText, noSuchBug } from '#server/features/bugs/public.ts'
import { type CommentFields, commentLists, commentsOfLists, presentComment } from '#server/features/comments/public.ts'
import type { BugStatus } from '#shared/bugs/words.ts'
import type { Comment } from '#shared/comments/comment.ts'
import type { ReportComment, ReporterView, ReportFile } from '#shared/reporter-links/contract.ts'
import type { LinkHolder } from './reporter-links.ts'

/** What is read for a reporter, and nothing more: what is not here can’t leave. */
const report: Prepared = {
  name: 'report-of-link',
  text: `select ${keyText('place', 'b')} as key, place.name as "productName", b.title, b.description,
      b.steps_to_reproduce as "stepsToReproduce", b.created_on as "createdOn", b.status, b.is_closed as "isClosed",
      b.is_merged as "isMerged", ${commentLists} as comments
    from bugs b join products place on place.number = b.product_number where b.id = $1 and ${seen('b', 2)}`,
}

/** The last bug into which one was merged, if everybody may see it. */
const original: Prepared = {
  name: 'original-of-report',
  text: `with recursive chain as (
      select b.id, b.is_merged, b.duplicate_of, 0 as step from bugs b where b.id = $1
      union all
      select b.id, b.is_merged, b.duplicate_of, step + 1 from chain c join bugs b on b.id = c.duplicate_of
        where c.is_merged and step < 100
    )
    select b.title, b.status from chain c join bugs b on b.id = c.id join products place on place.number = b.product_number
    where not c.is_merged and not b.is_private and place.is_open`,
}

interface ReportRow extends Pick<
  ReporterView,
  'key' | 'productName' | 'title' | 'description' | 'stepsToReproduce' | 'isClosed'
> {
  readonly status: BugStatus
  readonly createdOn: Date
  readonly isMerged: boolean
  readonly comments: readonly CommentFields[] | null
}

async function reportOf(db: Db, { bugId, actor }: LinkHolder): Promise<ReportRow & { readonly shown: Comment[] }> {
  const [row] = await db.prepared<ReportRow>(report, [bugId, ...sightValues(actor)])
  if (!row) throw noSuchBug()
  return { ...row, shown: commentsOfLists(row.comments, new Map()).map((comment) => presentComment(comment, actor)) }
}

const textsOf = ({ description, stepsToReproduce, shown }: Awaited<ReturnType<typeof reportOf>>) => [
  description,
  stepsToReproduce,
  ...shown.map(({ message }) => message),
]

/** Returns what the holder of a link sees of their bug. */
export async function viewReport(db: Db, holder: LinkHolder): Promise<ReporterView> {
  const row = await reportOf(db, holder)
  const { isMerged, createdOn, comments: _, shown, ...facts } = row
  const files = await filesOfTexts(db, holder.bugId, textsOf(row))
  return {
    ...facts,
    reporterName: holder.fullName,
    createdOn: createdOn.toISOString(),
    ...(holder.expiresOn && { expiresOn: holder.expiresOn.toISOString() }),
    comments: shown.map((comment) => presentReportComment(comment, holder.actor)),
    files: files.map(presentReportFile),
    ...(isMerged && { merged: await mergedInto(db, holder.bugId) }),
    isMailed: holder.isMailed,
  }
}

async function mergedInto(db: Db, bugId: string): Promise<NonNullable<ReporterView['merged']>> {
  const [row] = await db.prepared<{ title: string; status: BugStatus }>(original, [bugId])
  return row ? { original: row } : {}
}

/** Returns a file that the texts of the report refer to; undefined for any other. */
export async function findReportFile(
  db: Db,
  holder: LinkHolder,
  attachmentId: string,
): Promise<AttachmentRow | undefined> {
  const files = await filesOfTexts(db, holder.bugId, textsOf(await reportOf(db, holder)))
  return files.find(({ id }) => id === attachmentId)
}

export function presentReportComment(
  { commentId, user, createdOn, editedOn, message, isDeleted }: Comment,
  actor: Pick<Actor, 'userId'>,
): ReportComment {
  return {
    ...{ commentId, createdOn, message, isDeleted, name: user.fullName, isOwn: user._id === actor.userId },
    ...(editedOn !== undefined && { editedOn }),
  }
}

export function presentReportFile(
  file: Pick<AttachmentRow, 'id' | 'name' | 'media_type' | 'bytes' | 'width' | 'height'>,
): ReportFile {
  const { id, name, media_type: mediaType, bytes, width, height } = file
  return { _id: id, name, mediaType, bytes, ...(width !== null && height !== null && { width, height }) }
}
