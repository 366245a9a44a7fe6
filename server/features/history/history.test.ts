import {
  assignBug,
  closeBug,
  classifyBug,
  editBug,
  editMyBug,
  reportBug,
  setBugStatus,
  viewBug,
} from '#shared/bugs/contract.ts'
import { addComment, deleteComment, editComment } from '#shared/comments/contract.ts'
import type { Conflict } from '#shared/history/conflict.ts'
import { listTimeline, undoChange, viewBugAsOf, viewChange } from '#shared/history/contract.ts'
import type { TimelineKind } from '#shared/history/timeline-entry.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyHistory } from './verify-history.ts'

type Person = Caller & { userId: string }

let app: TestApp
let staff: Person
let other: Person
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['staff'], { fullName: 'Ann Ash' })
  other = await app.person(['staff'], { fullName: 'Ben Birch' })
})
afterAll(() => app?.end())

const texts = { title: 'Lamp flickers', description: 'At dusk.\n\nAt dawn.', stepsToReproduce: '1. On\n2. Off' }

/** A bug of a new customer. */
async function aBug() {
  const reporter = await app.person(['customer'], { fullName: 'Cal Cedar' })
  const { body } = await reporter.call(reportBug, { body: texts })
  return { reporter, bugId: body.result._id, version: body.result.version }
}

async function entries(bugId: string, query: { filter?: string; before?: string; limit?: string } = {}) {
  const { status, body } = await staff.call(listTimeline, { params: { bugId }, query: query as never })
  expect(status).toBe(200)
  return body
}

async function entryOf(bugId: string, kind: TimelineKind, who: Caller = staff) {
  const { body } = await who.call(listTimeline, { params: { bugId } })
  const entry = body.result.findLast((candidate) => candidate.kind === kind)
  if (!entry) throw new Error(`no entry ${kind}`)
  return entry
}

const undo = (who: Caller, bugId: string, entryId: string) => who.call(undoChange, { params: { bugId, entryId } })

const say = async (who: Caller, bugId: string, message: string) =>
  (await who.call(addComment, { params: { bugId }, body: { message } })).body.comment

const conflictOf = (answer: { refusal: Record<string, unknown> }) => answer.refusal['conflict'] as Conflict

describe('the timeline', () => {
  it('tells who did what and when, before and after, with the comments in between', async () => {
    const { reporter, bugId } = await aBug()
    await say(reporter, bugId, 'Still there.')
    await staff.call(setBugStatus, { params: { bugId }, body: { status: 'In Progress' } })
    await staff.call(assignBug, { params: { bugId }, body: { userId: other.userId } })
    const original = (await aBug()).bugId
    const { key } = (await staff.call(viewBug, { params: { bugId: original } })).body.result
    await other.call(classifyBug, { params: { bugId }, body: { classification: 'duplicate', duplicateOf: original } })
    await staff.call(editBug, { params: { bugId }, body: { ...texts, title: 'Lamp flickers at dusk' } })
    const { result, more } = await entries(bugId)
    expect(more).toBe(false)
    expect(result.map(({ kind, by }) => [kind, by?.fullName])).toEqual([
      ['reported', 'Cal Cedar'],
      ['comment-added', 'Cal Cedar'],
      ['status-changed', 'Ann Ash'],
      ['assigned', 'Ann Ash'],
      ['classified', 'Ben Birch'],
      ['edited', 'Ann Ash'],
    ])
    expect(result[1]?.comment).toMatchObject({ message: 'Still there.', user: { fullName: 'Cal Cedar' } })
    expect(result.flatMap(({ changes }) => changes)).toEqual([
      { field: 'status', from: { text: 'Open' }, to: { text: 'In Progress' }, isApart: false },
      { field: 'assignee', to: { text: 'Ben Birch', _id: other.userId }, isApart: false },
      { field: 'classification', from: { text: 'unclassified' }, to: { text: 'duplicate' }, isApart: false },
      { field: 'duplicateOf', to: { text: `${key} ${texts.title}`, _id: original }, isApart: false },
      { field: 'title', from: { text: texts.title }, to: { text: 'Lamp flickers at dusk' }, isApart: false },
    ])
  })

  it('leaves long texts to the address of the change', async () => {
    const { bugId } = await aBug()
    await staff.call(editBug, { params: { bugId }, body: { ...texts, description: 'At noon.' } })
    const entry = await entryOf(bugId, 'edited')
    expect(entry.changes).toEqual([{ field: 'description', isApart: true }])
    const whole = await staff.call(viewChange, { params: { bugId, entryId: entry._id } })
    expect(whole.body.result.changes).toEqual([
      { field: 'description', from: { text: texts.description }, to: { text: 'At noon.' }, isApart: true },
    ])
  })

  it('shows comments, changes, or both', async () => {
    const { bugId } = await aBug()
    await say(staff, bugId, 'One.')
    await staff.call(closeBug, { params: { bugId }, body: { closed: true } })
    const kinds = async (filter: string) => (await entries(bugId, { filter })).result.map(({ kind }) => kind)
    expect(await kinds('comments')).toEqual(['comment-added'])
    expect(await kinds('changes')).toEqual(['reported', 'status-changed'])
    expect(await kinds('all')).toEqual(['reported', 'comment-added', 'status-changed'])
  })

  it('gives the last entries first, and earlier ones on demand', async () => {
    const { bugId } = await aBug()
    for (let n = 1; n <= 5; n++) await say(staff, bugId, `Comment ${n}`)
    const last = await entries(bugId, { limit: '2' })
    expect(last.result.map(({ comment }) => comment?.message)).toEqual(['Comment 4', 'Comment 5'])
    expect(last.more).toBe(true)
    const before = await entries(bugId, { limit: '4', before: last.result[0]?._id ?? '' })
    expect(before.result.map(({ comment }) => comment?.message)).toEqual([
      undefined,
      'Comment 1',
      'Comment 2',
      'Comment 3',
    ])
    expect(before.more).toBe(false)
  })

  it('hides the words of a deleted comment everywhere, from everybody', async () => {
    const { bugId } = await aBug()
    const { commentId } = await say(staff, bugId, 'First secret')
    await staff.call(editComment, { params: { bugId, commentId }, body: { message: 'Second secret' } })
    const edited = await entryOf(bugId, 'comment-edited')
    await staff.call(deleteComment, { params: { bugId, commentId } })
    const { result } = await entries(bugId)
    const changes = await Promise.all(
      result.map(({ _id }) => staff.call(viewChange, { params: { bugId, entryId: _id } })),
    )
    const asOf = await staff.call(viewBugAsOf, { params: { bugId, entryId: edited._id } })
    expect(asOf.body.result.comments).toMatchObject([{ isDeleted: true, message: '' }])
    expect(JSON.stringify([result, changes.map(({ body }) => body), asOf.body])).not.toContain('secret')
  })

  it('knows nothing of another bug', async () => {
    const [{ bugId }, { bugId: another }] = [await aBug(), await aBug()]
    const { _id: entryId } = await entryOf(another, 'reported')
    for (const id of [entryId, '0', '-1', 'x', '9'.repeat(30)]) {
      const params = { bugId, entryId: id }
      expect((await staff.call(viewChange, { params })).status).toBe(404)
      expect((await staff.call(viewBugAsOf, { params })).status).toBe(404)
      expect((await undo(staff, bugId, id)).status).toBe(404)
    }
  })
})

describe('a bug as it was', () => {
  it('is made of its events up to that moment', async () => {
    const { bugId } = await aBug()
    const reported = await entryOf(bugId, 'reported')
    await staff.call(assignBug, { params: { bugId }, body: { userId: other.userId } })
    await say(staff, bugId, 'Then.')
    const then = await entryOf(bugId, 'comment-added')
    await staff.call(editBug, { params: { bugId }, body: { ...texts, title: 'Another title' } })
    await staff.call(closeBug, { params: { bugId }, body: { closed: true } })
    await say(staff, bugId, 'Later.')
    await staff.call(editBug, { params: { bugId }, body: { ...texts, description: 'Later.' } })
    const { commentId } = (await entryOf(bugId, 'comment-added')).comment ?? { commentId: '' }
    await staff.call(editComment, { params: { bugId, commentId }, body: { message: 'Even later.' } })
    const now = await entryOf(bugId, 'comment-edited')
    const asOf = async (entryId: string) => (await staff.call(viewBugAsOf, { params: { bugId, entryId } })).body.result
    expect(await asOf(then._id)).toMatchObject({
      ...texts,
      status: 'Open',
      isClosed: false,
      assigned: { assignedTo: other.userId, fullName: 'Ben Birch' },
      commentCount: 1,
      comments: [{ message: 'Then.', abilities: { edit: false, delete: false } }],
    })
    expect(await asOf(reported._id)).toMatchObject({ ...texts, commentCount: 0, comments: [] })
    expect(await asOf(now._id)).toMatchObject({
      ...texts,
      description: 'Later.',
      status: 'Closed',
      comments: [{ message: 'Then.' }, { message: 'Even later.' }],
    })
    expect(await asOf(reported._id)).not.toHaveProperty('assigned')
  })
})

describe('taking a change back', () => {
  it('is a change itself, for each kind', async () => {
    const { bugId } = await aBug()
    const original = (await aBug()).bugId
    await staff.call(editBug, { params: { bugId }, body: { ...texts, title: 'Wrong' } })
    await staff.call(setBugStatus, { params: { bugId }, body: { status: 'Resolved' } })
    await staff.call(assignBug, { params: { bugId }, body: { userId: other.userId } })
    await staff.call(classifyBug, { params: { bugId }, body: { classification: 'duplicate', duplicateOf: original } })
    await staff.call(classifyBug, { params: { bugId }, body: { classification: 'duplicate', duplicateOf: null } })
    const kinds = ['duplicate-linked', 'classified', 'assigned', 'status-changed', 'edited'] as const
    for (const kind of kinds) {
      const entry = await entryOf(bugId, kind)
      expect(entry.abilities.undo, kind).toBe(true)
      expect((await undo(staff, bugId, entry._id)).status, kind).toBe(200)
      const taken = await entryOf(bugId, kind)
      expect(taken.undoes).toBe(entry._id)
      const { result } = await entries(bugId)
      expect(result.find(({ _id }) => _id === entry._id)).toMatchObject({
        undoneBy: taken._id,
        abilities: { undo: false },
      })
    }
    const { body } = await staff.call(viewBug, { params: { bugId } })
    expect(body.result).toMatchObject({ ...texts, status: 'Open', isClosed: false, classification: 'unclassified' })
    expect(body.result).not.toHaveProperty('assigned')
    expect(body.result).not.toHaveProperty('duplicateOf')
  })

  it('brings a comment’s earlier and deleted words back', async () => {
    const { bugId } = await aBug()
    const { commentId } = await say(other, bugId, 'Right words')
    await other.call(editComment, { params: { bugId, commentId }, body: { message: 'Wrong words' } })
    const edited = await entryOf(bugId, 'comment-edited', other)
    expect((await entryOf(bugId, 'comment-edited', staff)).abilities.undo).toBe(false)
    expect((await undo(staff, bugId, edited._id)).status).toBe(403)
    expect((await undo(other, bugId, edited._id)).status).toBe(200)
    await other.call(deleteComment, { params: { bugId, commentId } })
    const deleted = await entryOf(bugId, 'comment-deleted')
    expect((await undo(staff, bugId, deleted._id)).status).toBe(200)
    const { body } = await staff.call(viewBug, { params: { bugId } })
    expect(body.result.comments).toMatchObject([{ message: 'Right words', isDeleted: false, version: 3 }])
  })

  it('does not give an author back what somebody else deleted', async () => {
    const { reporter, bugId } = await aBug()
    const { commentId } = await say(reporter, bugId, 'Abuse')
    await staff.call(deleteComment, { params: { bugId, commentId } })
    const { _id } = await entryOf(bugId, 'comment-deleted')
    expect((await undo(reporter, bugId, _id)).status).toBe(403)
  })

  it('leaves what came later alone, and is refused where both can’t be had', async () => {
    const { bugId } = await aBug()
    const edit = (description: string) => staff.call(editBug, { params: { bugId }, body: { ...texts, description } })
    await edit('AT DUSK.\n\nAt dawn.')
    const first = await entryOf(bugId, 'edited')
    await edit('AT DUSK.\n\nAt dawn, too.')
    expect((await undo(staff, bugId, first._id)).body.result.description).toBe('At dusk.\n\nAt dawn, too.')
    const again = await undo(staff, bugId, first._id)
    expect(again.status).toBe(409)
    await edit('At midnight.\n\nAt dawn, too.')
    const second = await entryOf(bugId, 'edited')
    await edit('At one.\n\nAt dawn, too.')
    const refused = await undo(other, bugId, second._id)
    expect(refused.status).toBe(409)
    expect(conflictOf(refused)).toMatchObject({
      since: [{ kind: 'edited', by: { fullName: 'Ann Ash' } }],
      clashes: [
        {
          field: 'description',
          base: 'At midnight.\n\nAt dawn, too.',
          theirs: 'At one.\n\nAt dawn, too.',
          yours: 'At dusk.\n\nAt dawn, too.',
        },
      ],
    })
  })

  it('is refused when a status, an assignee or a classification has changed since', async () => {
    const { bugId } = await aBug()
    await staff.call(closeBug, { params: { bugId }, body: { closed: true } })
    const closed = await entryOf(bugId, 'status-changed')
    await other.call(closeBug, { params: { bugId }, body: { closed: false } })
    const refused = await undo(staff, bugId, closed._id)
    expect(refused.status).toBe(409)
    expect(conflictOf(refused).since).toMatchObject([{ kind: 'status-changed', by: { fullName: 'Ben Birch' } }])
  })

  it('is refused while a later link to an original stands on it', async () => {
    const [{ bugId }, { bugId: original }] = [await aBug(), await aBug()]
    const classify = (duplicateOf?: string) =>
      staff.call(classifyBug, { params: { bugId }, body: { classification: 'duplicate', duplicateOf } })
    await classify()
    await classify(original)
    expect((await undo(staff, bugId, (await entryOf(bugId, 'classified'))._id)).status).toBe(409)
    const { body } = await staff.call(viewBug, { params: { bugId } })
    expect(body.result.duplicateOf?._id).toBe(original)
  })

  it('works one after the other, back to the beginning', async () => {
    const { bugId } = await aBug()
    const set = (status: 'In Progress' | 'Resolved' | 'Open') =>
      staff.call(setBugStatus, { params: { bugId }, body: { status } })
    await set('In Progress')
    const first = await entryOf(bugId, 'status-changed')
    await set('Resolved')
    const second = await entryOf(bugId, 'status-changed')
    expect((await undo(staff, bugId, first._id)).status).toBe(409)
    expect((await undo(staff, bugId, second._id)).body.result.status).toBe('In Progress')
    expect((await undo(staff, bugId, first._id)).body.result.status).toBe('Open')
  })

  it('is refused when the same was changed to and fro since, or by hand already', async () => {
    const { bugId } = await aBug()
    const [title, close] = [
      (text: string) => staff.call(editBug, { params: { bugId }, body: { ...texts, title: text } }),
      (closed: boolean) => staff.call(closeBug, { params: { bugId }, body: { closed } }),
    ]
    await title('Another')
    const edited = await entryOf(bugId, 'edited')
    await title(texts.title)
    await close(true)
    const closed = await entryOf(bugId, 'status-changed')
    await close(false)
    await close(true)
    for (const { _id } of [edited, closed]) expect((await undo(staff, bugId, _id)).status).toBe(409)
  })

  it('is refused with the reason when the earlier assignee has no account any more', async () => {
    const [{ bugId }, leaver] = [await aBug(), await app.person(['staff'])]
    await staff.call(assignBug, { params: { bugId }, body: { userId: leaver.userId } })
    await staff.call(assignBug, { params: { bugId }, body: { userId: staff.userId } })
    await app.database.pool.query('update users set deactivated_on = now() where id = $1', [leaver.userId])
    const refused = await undo(staff, bugId, (await entryOf(bugId, 'assigned'))._id)
    expect([refused.status, refused.refusal.error.message]).toEqual([409, expect.stringContaining('active account')])
  })

  it('can itself be taken back', async () => {
    const { bugId } = await aBug()
    await staff.call(closeBug, { params: { bugId }, body: { closed: true } })
    const closed = await entryOf(bugId, 'status-changed')
    await undo(staff, bugId, closed._id)
    const reopened = await entryOf(bugId, 'status-changed')
    expect((await undo(staff, bugId, reopened._id)).body.result.isClosed).toBe(true)
    const isUndone = async (id: string) =>
      (await entries(bugId)).result.find(({ _id }) => _id === id)?.undoneBy !== undefined
    const closedAgain = await entryOf(bugId, 'status-changed')
    expect(await Promise.all([closed, reopened, closedAgain].map(({ _id }) => isUndone(_id)))).toEqual([
      false,
      true,
      false,
    ])
    await undo(staff, bugId, closedAgain._id)
    expect(await Promise.all([closed, reopened, closedAgain].map(({ _id }) => isUndone(_id)))).toEqual([
      true,
      false,
      true,
    ])
  })

  it('is for those who may make such a change', async () => {
    const { reporter, bugId } = await aBug()
    await reporter.call(editMyBug, { params: { bugId }, body: { ...texts, title: 'Mine' } })
    await staff.call(closeBug, { params: { bugId }, body: { closed: true } })
    const [edited, closed] = [
      await entryOf(bugId, 'edited', reporter),
      await entryOf(bugId, 'status-changed', reporter),
    ]
    expect([edited.abilities.undo, closed.abilities.undo]).toEqual([true, false])
    const stranger = await app.person(['customer'])
    expect((await undo(stranger, bugId, edited._id)).status).toBe(403)
    expect((await undo(reporter, bugId, closed._id)).status).toBe(403)
    expect((await undo(reporter, bugId, edited._id)).status).toBe(200)
    expect((await undo(staff, bugId, (await entryOf(bugId, 'reported'))._id)).status).toBe(403)
  })
})

describe('edits at once', () => {
  const edit = (who: Caller, bugId: string, changes: Partial<typeof texts>, baseVersion?: number) =>
    who.call(editBug, { params: { bugId }, body: { ...texts, ...changes, baseVersion } })

  it('of different fields and different lines both survive', async () => {
    const { bugId, version } = await aBug()
    await edit(staff, bugId, { title: 'New title', description: 'At DUSK.\n\nAt dawn.' }, version)
    const answer = await edit(other, bugId, { description: 'At dusk.\n\nAt DAWN.', stepsToReproduce: 'None' }, version)
    expect(answer.status).toBe(200)
    expect(answer.body.result).toMatchObject({
      title: 'New title',
      description: 'At DUSK.\n\nAt DAWN.',
      stepsToReproduce: 'None',
      version: version + 2,
    })
  })

  it('of the same lines: the second is shown both, and nothing of theirs is stored until they decide', async () => {
    const { bugId, version } = await aBug()
    await edit(staff, bugId, { title: 'Hers', stepsToReproduce: '1. On\n2. OFF' }, version)
    const refused = await edit(other, bugId, { title: 'His', stepsToReproduce: '1. ON\n2. Off' }, version)
    expect(refused.status).toBe(409)
    const conflict = conflictOf(refused)
    expect(conflict).toMatchObject({
      version: version + 1,
      since: [{ kind: 'edited', by: { fullName: 'Ann Ash' } }],
      clashes: [{ field: 'title', base: texts.title, theirs: 'Hers', yours: 'His' }],
      merged: { title: 'His', stepsToReproduce: '1. ON\n2. OFF' },
    })
    expect((await staff.call(viewBug, { params: { bugId } })).body.result.title).toBe('Hers')
    const decided = await edit(other, bugId, { ...(conflict.merged as typeof texts), title: 'Both' }, conflict.version)
    expect(decided.body.result).toMatchObject({ title: 'Both', stepsToReproduce: '1. ON\n2. OFF' })
  })

  it('without a version: the last one wins, and the other stays in the history', async () => {
    const { bugId } = await aBug()
    await edit(staff, bugId, { title: 'Hers' })
    expect((await edit(other, bugId, { title: 'His' })).body.result.title).toBe('His')
    expect((await entryOf(bugId, 'edited')).changes[0]?.from?.text).toBe('Hers')
  })

  it('from a version that does not exist yet are refused', async () => {
    const { bugId, version } = await aBug()
    const answer = await edit(staff, bugId, { title: 'New' }, version + 1)
    expect([answer.status, answer.refusal.error.field]).toEqual([400, 'baseVersion'])
  })

  it('of a comment are merged or refused in the same way', async () => {
    const { bugId } = await aBug()
    const { commentId, version } = await say(staff, bugId, 'one\n\ntwo')
    const change = (message: string, baseVersion: number) =>
      staff.call(editComment, { params: { bugId, commentId }, body: { message, baseVersion } })
    expect((await change('ONE\n\ntwo', version)).body.comment.version).toBe(version + 1)
    expect((await change('one\n\nTWO', version)).body.comment).toMatchObject({ message: 'ONE\n\nTWO', version: 3 })
    const refused = await change('eins\n\ntwo', version)
    expect(refused.status).toBe(409)
    expect(conflictOf(refused)).toMatchObject({
      version: 3,
      since: [{ kind: 'comment-edited' }, { kind: 'comment-edited' }],
      clashes: [{ field: 'message', base: 'one\n\ntwo', theirs: 'ONE\n\nTWO', yours: 'eins\n\ntwo' }],
    })
  })

  it('to a stale status, assignee or classification are told what changed', async () => {
    const { bugId, version: baseVersion } = await aBug()
    const params = { bugId }
    await staff.call(setBugStatus, { params, body: { status: 'In Progress' } })
    await staff.call(assignBug, { params, body: { userId: staff.userId } })
    await staff.call(classifyBug, { params, body: { classification: 'approved' } })
    const answers = [
      await other.call(closeBug, { params, body: { closed: true, baseVersion } }),
      await other.call(setBugStatus, { params, body: { status: 'Resolved', baseVersion } }),
      await other.call(assignBug, { params, body: { userId: other.userId, baseVersion } }),
      await other.call(classifyBug, { params, body: { classification: 'unapproved', baseVersion } }),
    ]
    expect(answers.map((answer) => [answer.status, conflictOf(answer).since.map(({ kind }) => kind)])).toEqual([
      [409, ['status-changed']],
      [409, ['status-changed']],
      [409, ['assigned']],
      [409, ['classified']],
    ])
    const { version } = conflictOf(answers[0] as never)
    const closed = await other.call(closeBug, { params, body: { closed: true, baseVersion: version } })
    expect(closed.body.result.isClosed).toBe(true)
    // What is so already needs no change, and a change of something else stands against nothing.
    expect((await other.call(assignBug, { params, body: { userId: staff.userId, baseVersion } })).status).toBe(200)
    expect((await edit(other, bugId, { title: 'New title' }, baseVersion)).status).toBe(200)
  })
})

it('a comment sent again with its key is stored once', async () => {
  const { bugId } = await aBug()
  const send = () =>
    staff.call(addComment, {
      params: { bugId },
      body: { message: 'Once' },
      headers: { 'idempotency-key': 'the same' },
    })
  const [first, second] = await Promise.all([send(), send()])
  expect(first.body.comment.commentId).toBe(second.body.comment.commentId)
  const { body } = await staff.call(viewBug, { params: { bugId } })
  expect(body.result).toMatchObject({ commentCount: 1, comments: [{ message: 'Once' }] })
  const other = await staff.call(addComment, {
    params: { bugId },
    body: { message: 'Other words' },
    headers: { 'idempotency-key': 'the same' },
  })
  expect([other.status, other.refusal.error.code]).toEqual([409, 'conflict'])
  const without = await staff.call(viewBug, { params: { bugId }, query: { comments: 'none' } })
  expect(without.body.result).toMatchObject({ commentCount: 1, comments: [] })
})

it('every bug is as its events say', async () => {
  const { deviations, bugs } = await verifyHistory(app.database.db)
  expect(deviations).toEqual([])
  expect(bugs).toBeGreaterThan(20)
})
