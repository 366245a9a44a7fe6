import type { Database } from '#server/db/database.ts'
import { idOfPerson, personOf } from '#server/features/imports/public.ts'
import * as bugs from '#shared/bugs/contract.ts'
import { changeBugs, viewBulk } from '#shared/bulk/contract.ts'
import * as chat from '#shared/chat/contract.ts'
import * as comments from '#shared/comments/contract.ts'
import * as customFields from '#shared/custom-fields/contract.ts'
import * as following from '#shared/following/contract.ts'
import * as labels from '#shared/labels/contract.ts'
import { setLinks } from '#shared/links/contract.ts'
import { listTimeline } from '#shared/history/contract.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { givePlaceholder } from '#shared/placeholders/contract.ts'
import * as parts from '#shared/parts/contract.ts'
import * as products from '#shared/products/contract.ts'
import { snoozeBug } from '#shared/snoozing/contract.ts'
import { changeSettings } from '#shared/site/settings-contract.ts'
import * as views from '#shared/views/contract.ts'
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { uploaded } from './attachment-parts.ts'
import { newVisitorCookie, openChatClient } from './chat-client.ts'
import { tableContents } from './table-contents.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'
import type { TestCluster } from './test-cluster.ts'
import { openNewDatabase } from './test-database.ts'

/** Text with everything that could break a file format. */
export const difficult = 'back\\slash \\N \\. tab\there "quoted" ‘typed’ {"json": [1]}\r\nnext line \u0001 🪲 ﷽ end\\'

export interface BackupWorld {
  readonly staff: Caller
  readonly reporter: Caller & { userId: string }
  readonly bugId: string
  /** Ids of attachments with their contents. */
  readonly files: ReadonlyMap<string, Buffer>
  readonly chatOrigin: string
}

/** Creates records of every kind. */
export async function fillWorld(app: TestApp): Promise<BackupWorld> {
  const staff = await app.person(['staff', 'support'], { fullName: 'Stella Staff' })
  const reporter = await app.person(['customer'], { fullName: 'Rita Reporter' })
  const second = await app.person(['customer'], { fullName: 'Otto Other' })
  const files = new Map<string, Buffer>()
  const attach = async (name: string, content: Buffer) => {
    const id = await uploaded(reporter, name, content)
    files.set(id, content)
    return id
  }
  const large = await attach('large.bin', randomBytes(2_500_000))
  const small = await attach('ünï “small”.txt', Buffer.from('moth'))
  await attach('the same.txt', Buffer.from('moth'))
  const { _id: bugId } = ok(
    await reporter.call(bugs.reportBug, {
      body: {
        title: 'Lamp flickers',
        description: `${difficult} attachment:${large} attachment:${small}`,
        stepsToReproduce: difficult,
      },
      headers: { 'idempotency-key': 'report-1' },
    }),
  ).result
  const { _id: duplicate } = ok(
    await second.call(bugs.reportBug, { body: { title: 'Flicker', description: 'd', stepsToReproduce: 's' } }),
  ).result
  const say = async (caller: Caller, message: string) =>
    ok(await caller.call(comments.addComment, { params: { bugId }, body: { message } })).comment
  const edited = await say(staff, 'Which lamp? @Rita Reporter')
  await say(reporter, `@Stella Staff ${difficult}`)
  const gone = await say(reporter, 'to be deleted')
  const internally = { message: `Which @Stella Staff? ${difficult}` }
  ok(await staff.call(comments.addInternalComment, { params: { bugId }, body: internally }))
  const inBug = ({ commentId }: { commentId: string }) => ({ params: { bugId, commentId } })
  ok(await staff.call(comments.editComment, { ...inBug(edited), body: { message: 'Which moth?', baseVersion: 1 } }))
  ok(await reporter.call(comments.deleteComment, inBug(gone)))
  ok(await second.call(following.followBug, { params: { bugId }, body: { following: true } }))
  ok(await second.call(following.joinBug, { params: { bugId }, body: { note: 'me too' } }))
  ok(await staff.call(mergeBug, { params: { bugId: duplicate }, body: { into: bugId, close: true, baseVersion: 1 } }))
  ok(
    await second.call(following.setProductLevel, {
      params: { productId: '0'.repeat(23) + '1' },
      body: { level: 'status' },
    }),
  )
  ok(await reporter.call(following.setBugLevel, { params: { bugId }, body: { level: 'mentions' } }))
  await app.notified()
  ok(await second.call(following.seeAllNotifications, {}))
  const timeline = ok(await second.call(listTimeline, { params: { bugId }, query: {} })).result
  const entryId = timeline.at(-1)?._id ?? ''
  ok(await second.call(following.seeBug, { params: { bugId }, body: { entryId } }))
  ok(await second.call(snoozeBug, { params: { bugId }, body: { until: 'activity' } }))
  const until = new Date(Date.now() + 86_400_000).toISOString()
  ok(await second.call(snoozeBug, { params: { bugId: duplicate }, body: { until } }))
  const admin = await app.person(['admin'], { fullName: 'Ada Admin' })
  const product = ok(
    await admin.call(products.createProduct, { body: { key: 'MOTH', name: difficult.slice(0, 20) } }),
  ).result
  const [params, name] = [{ productId: product._id }, 'Wings']
  const component = ok(
    await admin.call(parts.createComponent, {
      params,
      body: { name, description: difficult, defaultAssignee: staff.userId },
    }),
  ).result._id
  const version = ok(await admin.call(parts.createVersion, { params, body: { name, dueOn: '2030-01-31' } })).result._id
  const member = { productId: product._id, userId: staff.userId }
  ok(await admin.call(products.addProductMember, { params: member }))
  ok(await staff.call(bugs.moveBug, { params: { bugId: duplicate }, body: { productId: product._id } }))
  const inParts = { component, foundVersion: version, fixedVersion: version }
  ok(await staff.call(bugs.setBugFields, { params: { bugId: duplicate }, body: inParts }))
  ok(await staff.call(bugs.addReader, { params: { bugId }, body: { userId: second.userId } }))
  ok(await staff.call(bugs.setBugFields, { params: { bugId: duplicate }, body: { isPrivate: true } }))
  const inProduct = { params: { productId: product._id } }
  ok(await admin.call(customFields.createField, { ...inProduct, body: { key: 'cost', kind: 'number', name: 'Cost' } }))
  const body = { key: 'lamps', kind: 'choices', name: difficult.slice(0, 30), choices: ['Left', 'Right'] } as const
  ok(await admin.call(customFields.createField, { ...inProduct, body: { ...body, choices: [...body.choices] } }))
  ok(await admin.call(customFields.createTemplate, { ...inProduct, body: { name: 'Lamp', fields: ['cost'] } }))
  const fields = { cost: 1.5, lamps: ['Left', 'Right'] }
  ok(await staff.call(bugs.setBugFields, { params: { bugId: duplicate }, body: { fields } }))
  const view = ok(
    await second.call(views.createView, { body: { name: 'Lamps', search: { keywords: 'lamp' }, isShared: true } }),
  ).result
  ok(await staff.call(views.pinView, { params: { viewId: view._id }, body: { pinned: true } }))
  ok(await staff.call(views.setViewBell, { params: { viewId: view._id }, body: { tells: 'now' } }))
  ok(await second.call(views.setViewBell, { params: { viewId: 'untriaged' }, body: { tells: 'now' } }))
  const blocked = { kind: 'blocked-by', bugId: duplicate } as const
  ok(await staff.call(setLinks, { params: { bugId }, body: { add: [blocked] } }))
  const label = async (name: string) =>
    ok(await staff.call(labels.createLabel, { body: { name, tone: 'teal' } })).result._id
  const [kept, merged] = [await label('kept'), await label('merged')]
  ok(await staff.call(bugs.setBugFields, { params: { bugId }, body: { addLabels: [kept, merged] } }))
  ok(await staff.call(labels.mergeLabel, { params: { labelId: merged }, body: { into: kept } }))
  const placeholderId = await app.inTx((tx) => idOfPerson(tx, personOf('Stella of old', null)))
  const setting = { name: 'homeTitle', value: difficult.slice(0, 20), was: 'Every bug, brought to light' } as const
  ok(await admin.call(changeSettings, { body: { changes: [setting] } }))
  ok(await admin.call(givePlaceholder, { params: { userId: staff.userId }, body: { placeholderId } }))
  const order = { ids: [bugId, 'f'.repeat(24)], fields: { priority: 'high' as const } }
  const bulk = ok(await staff.call(changeBugs, { body: order })).result
  while (!ok(await staff.call(viewBulk, { params: { bulkId: bulk._id } })).result.isFinished) await setTimeout(20)
  const chatOrigin = await talk(app, staff)
  await app.notified()
  await app.runJob('tell-of-views')
  const subject = 'insert into mail_subjects (user_id, bug_id, subject) values ($1, $2, $3)'
  await app.database.pool.query(subject, [staff.userId, bugId, difficult])
  return { staff, reporter, bugId, files, chatOrigin }
}

/** Opens a conversation. @returns where the chat is served */
async function talk(app: TestApp, staff: Caller): Promise<string> {
  const origin = `http://127.0.0.1:${await app.listenForChat('127.0.0.1', 0)}`
  const visitor = await openChatClient(origin, await newVisitorCookie(origin))
  await visitor.say(`hello ${difficult}`)
  await visitor.say('the glow is too bright')
  visitor.close()
  ok(await staff.call(chat.createAnswer, { body: { title: 'Hi', message: difficult } }))
  const { _id: conversationId = '' } = ok(await staff.call(chat.listConversations, { query: {} })).result[0] ?? {}
  ok(await staff.call(chat.addNote, { params: { conversationId }, body: { message: difficult } }))
  const texts = { title: 'Bright glow', description: 'from the chat', stepsToReproduce: 'look' }
  ok(await staff.call(chat.reportFromConversation, { params: { conversationId }, body: texts }))
  return origin
}

function ok<E extends Answer>(answer: E): E['body'] {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.refusal.error.message}`)
  return answer.body
}

/** Opens a database without any content. */
export const openEmptyDatabase = (cluster: TestCluster) => openNewDatabase(cluster, 'template0')

/** Returns a fingerprint of each table's rows, by name, without those that mean nothing elsewhere. */
export async function rowsOf(
  { pool }: Database,
  leftOut: readonly string[] = ['rate_limits', 'setup_tokens', 'job_workers', 'outgoing_hold'],
): Promise<Record<string, string>> {
  const lines = (await tableContents(pool)).split('\n').map((line) => line.split(': ') as [string, string])
  return Object.fromEntries(lines.filter(([name]) => !leftOut.includes(name)))
}

/** Counts each table's rows. */
export async function rowCounts({ pool }: Database, tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of tables) {
    const { rows } = await pool.query<{ n: number }>(`select count(*)::integer as n from ${name}`)
    counts[name] = rows[0]?.n ?? 0
  }
  return counts
}
