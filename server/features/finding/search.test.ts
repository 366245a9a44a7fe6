import { generatedReports } from '#bench/reports/generated-reports.ts'
import { pick, seededRandom } from '#bench/random.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { addMessage } from '#server/features/chat/message-store.ts'
import { editBug, listBugs } from '#shared/bugs/contract.ts'
import { addComment, deleteComment, editComment } from '#shared/comments/contract.ts'
import { undoChange } from '#shared/history/contract.ts'
import { wordsOf } from '#shared/search/words.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { reindexBug } from '#server/features/search/public.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertBug } from '#server/features/bugs/public.ts'

let app: TestApp
let staff: Caller & { userId: string }
let support: Caller & { userId: string }
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['staff'])
  support = await app.person(['support'])
})
afterAll(() => app?.end())

async function bugOf(texts: { title?: string; description?: string; stepsToReproduce?: string }): Promise<string> {
  const createdOn = new Date()
  const id = newRecordId(createdOn)
  const bug = { title: 't', description: 'd', stepsToReproduce: 's', ...texts, id, createdOn, createdBy: staff.userId }
  await app.inTx((tx) => insertBug(tx, bug))
  return id
}

const search = async (keywords: string, more: object = {}, caller: Caller = staff) =>
  (await caller.call(listBugs, { query: { keywords, ...more } })).body
const ids = async (keywords: string, more: object = {}, caller: Caller = staff) =>
  (await search(keywords, more, caller)).result.map(({ _id }) => _id)

async function lastEvent(bugId: string): Promise<string> {
  const { rows } = await app.database.pool.query<{ id: number }>(
    'select max(id) as id from events where subject_id = $1',
    [bugId],
  )
  return String(rows[0]?.id)
}

describe('what is written', () => {
  it('is found at once, and what is taken away no longer: texts, comments, edits, deletions and undos', async () => {
    const bugId = await bugOf({ title: 'Zanzibar', description: 'first wording' })
    const params = { bugId }
    expect(await ids('zanzibar "first wording"')).toEqual([bugId])
    const texts = { title: 'Zanzibar', description: 'second version', stepsToReproduce: 's' }
    await staff.call(editBug, { params, body: texts })
    expect([await ids('zanzibar "first wording"'), await ids('zanzibar "second version"')]).toEqual([[], [bugId]])

    const said = 'a wombat sits here'
    const { commentId } = (await staff.call(addComment, { params, body: { message: said } })).body.comment
    await staff.call(addComment, { params, body: { message: 'here and there' } })
    expect(await ids('wombats "sits here"')).toEqual([bugId])
    await staff.call(editComment, { params: { ...params, commentId }, body: { message: 'a numbat' } })
    expect([await ids('wombat'), await ids('"sits here"'), await ids('numbats'), await ids('"and there"')]).toEqual([
      ...[[], [], [bugId], [bugId]],
    ])
    await staff.call(undoChange, { params: { bugId, entryId: await lastEvent(bugId) } })
    expect([await ids('wombat "sits here"'), await ids('"numbat"')]).toEqual([[bugId], []])
    await staff.call(deleteComment, { params: { ...params, commentId } })
    expect([await ids('wombat'), await ids('"here and"')]).toEqual([[], [bugId]])
    await staff.call(undoChange, { params: { bugId, entryId: await lastEvent(bugId) } })
    expect(await ids('wombat "sits here"')).toEqual([bugId])
  })

  it('keeps long talks apart: a phrase stands within one comment, in any of its many parts', async () => {
    const bugId = await bugOf({ title: 'Long talk' })
    const messages = Array.from({ length: 12 }, (_, n) => `begin${n} ${'filling '.repeat(300)} end${n}`)
    const made: string[] = []
    for (const message of messages) {
      made.push((await staff.call(addComment, { params: { bugId }, body: { message } })).body.comment.commentId)
    }
    expect(await ids('"filling end11"')).toEqual([bugId])
    expect(await ids('"end3 begin4"')).toEqual([])
    await staff.call(deleteComment, { params: { bugId, commentId: made[5] ?? '' } })
    expect([await ids('"filling end5"'), await ids('begin5'), await ids('"filling end6"')]).toEqual([[], [], [bugId]])
  })

  it('of a text with more different words than an index entry holds, is found by the first ones', async () => {
    const many = (start: number) =>
      Array.from({ length: 12_000 }, (_, n) => (start + n).toString(36))
        .join(' ')
        .slice(0, 49_999)
    const bugId = await bugOf({ title: 'Very many words', description: 'ownword' })
    for (let n = 0; n < 12; n++) {
      const answer = await staff.call(addComment, {
        params: { bugId },
        body: { message: many(1_000_000 + n * 12_000) },
      })
      expect(answer.status).toBe(200)
    }
    expect(await ids('ownword')).toEqual([bugId])
    expect(await ids((1_000_001).toString(36))).toEqual([bugId])
  })
})

describe('relevance', () => {
  it('puts a bug first whose id of an older tracker is searched, of however many parts that is', async () => {
    const former = '550e8400-e29b-41d4-a716-446655440000'
    const named = await bugOf({})
    await app.inTx(async (tx) => {
      await tx.updateTable('bugs').set({ external_id: former }).where('id', '=', named).execute()
      await reindexBug(tx, { id: named, title: 't', description: 'd', stepsToReproduce: 's', externalId: former })
    })
    const mentions = await bugOf({ title: `Like ${former}` })
    expect(await ids(former, { sortBy: 'relevance' })).toEqual([named, mentions])
  })

  it('puts names above titles, titles above texts, and these above comments', async () => {
    const inComment = await bugOf({})
    await staff.call(addComment, { params: { bugId: inComment }, body: { message: 'quokka' } })
    const inText = await bugOf({ description: 'the quokka' })
    const inTitle = await bugOf({ title: 'A quokka' })
    const newer = await bugOf({ stepsToReproduce: 'quokkas' })
    expect(await ids('quokka', { sortBy: 'relevance' })).toEqual([inTitle, newer, inText, inComment])
    expect(await ids('quokka sort:relevance-asc')).toEqual([inComment, inText, newer, inTitle])
    const mentions = await bugOf({ title: `Like ${inText.slice(-8)}, and ${inText}` })
    for (const name of [inText.slice(-8), inText, inText.slice(-8, -2)]) {
      expect(await ids(name, { sortBy: 'relevance' })).toEqual([inText, mentions])
    }
  })

  it('finds a bug by three rare words of one of its texts within the first ten', async () => {
    const source = generatedReports('known items')
    const random = seededRandom('known items')
    const texts: { id: string; text: string }[] = []
    await app.inTx(async (tx) => {
      for (let n = 0; n < 600; n++) {
        const { title, description, stepsToReproduce } = source.report()
        const createdOn = new Date(Date.now() - n * 1000)
        const id = newRecordId(createdOn)
        await insertBug(tx, { id, title, description, stepsToReproduce, createdOn, createdBy: staff.userId })
        texts.push({ id, text: title }, { id, text: description })
      }
    })
    for (const { id } of texts.slice(0, 200)) {
      const message = source.comment()
      await staff.call(addComment, { params: { bugId: id }, body: { message } })
      texts.push({ id, text: message })
    }
    const holding = new Map<string, number>()
    for (const { text } of texts) for (const word of wordsOf(text)) holding.set(word, (holding.get(word) ?? 0) + 1)
    let [asked, known] = [0, 0]
    while (asked < 200) {
      const { id, text } = pick(random, texts)
      const rare = wordsOf(text)
        .toSorted((one, other) => (holding.get(one) ?? 0) - (holding.get(other) ?? 0))
        .slice(0, 6)
      if (rare.length < 6) continue
      const words = [0, 2, 4].map((n) => rare[n + (random() < 0.5 ? 0 : 1)])
      asked++
      if ((await ids(words.join(' '), { sortBy: 'relevance', pageSize: '10' })).includes(id)) known++
    }
    expect(known / asked).toBeGreaterThanOrEqual(0.95)
  })
})

describe('the answer', () => {
  it('shows where the words stand, in whole and by stem, also in comments', async () => {
    const bugId = await bugOf({
      title: 'Printing 😀 the axolotl',
      description: `${'long before '.repeat(40)}the printer  shows\naxolotls ${'long after '.repeat(40)}`,
    })
    const { commentId } = (await staff.call(addComment, { params: { bugId }, body: { message: 'Was printed twice' } }))
      .body.comment
    const [bug] = (await search('print axolotl twi')).result
    expect(bug?._id).toBe(bugId)
    const shown = bug?.matches?.map(({ field, text, marks, commentId: of }) => [
      field,
      ...marks.map(([from, to]) => text.slice(from, to)),
      of,
    ])
    expect(shown).toEqual([
      ['title', 'Printing', 'axolotl', undefined],
      ['comment', 'printed', 'twice', commentId],
      ['description', 'axolotls', undefined],
    ])
    for (const { text } of bug?.matches ?? []) {
      expect(text.length).toBeLessThanOrEqual(160)
      expect(text.isWellFormed()).toBe(true)
    }
    expect((await search('is:open')).result.every(({ matches }) => matches === undefined)).toBe(true)
  })

  it('shows texts of Markdown as they are read, and titles, which are none, as they are', async () => {
    const texts = { title: 'A `bilby` bilby', description: 'two ![bilby.png](attachment:6b02ae611fd64cc0a1b2c3d4)' }
    const bugId = await bugOf({ ...texts, stepsToReproduce: '**bilby**' })
    await staff.call(addComment, { params: { bugId }, body: { message: 'see [bilby](https://example.test)' } })
    const textsOf = async (keywords: string) => (await search(keywords)).result[0]?.matches?.map(({ text }) => text)
    expect(await textsOf('bilby')).toEqual(['A `bilby` bilby', 'two bilby.png', 'bilby'])
    expect(await textsOf('bilby see')).toContain('see bilby')
  })

  it('come of comments too where these hold what the bug’s own texts do not, or where those leave a place', async () => {
    const own = { title: 'Pademelon', description: 'a pademelon', stepsToReproduce: 'pademelons' }
    const [whole, part] = [await bugOf(own), await bugOf({ ...own, description: 'an animal' })]
    for (const bugId of [whole, part]) {
      await staff.call(addComment, { params: { bugId }, body: { message: 'PADEMELON and kowari' } })
    }
    const shown = async (keywords: string) =>
      new Map((await search(keywords)).result.map(({ _id, matches }) => [_id, matches?.map(({ field }) => field)]))
    expect(await shown('pademelon')).toEqual(
      new Map([
        [part, ['title', 'stepsToReproduce', 'comment']],
        [whole, ['title', 'description', 'stepsToReproduce']],
      ]),
    )
    expect(await shown('pademelon kowari')).toEqual(
      new Map([
        [part, ['title', 'comment', 'stepsToReproduce']],
        [whole, ['title', 'comment', 'description']],
      ]),
    )
  })

  it('corrects words that occur nowhere, by the nearest and commonest that is found', async () => {
    const bugId = await bugOf({ title: 'Capybara accommodation' })
    expect(await search('capybra')).toMatchObject({
      result: [{ _id: bugId }],
      corrected: [{ from: 'capybra', to: 'capybara' }],
    })
    expect((await search('acomodation caypbara')).corrected).toEqual([
      { from: 'acomodation', to: 'accommodation' },
      { from: 'caypbara', to: 'capybara' },
    ])
    const { commentId } = (await staff.call(addComment, { params: { bugId }, body: { message: 'thylacine' } })).body
      .comment
    expect((await search('thylacyne')).corrected).toEqual([{ from: 'thylacyne', to: 'thylacine' }])
    await staff.call(deleteComment, { params: { bugId, commentId } })
    expect(await search('thylacyne')).toMatchObject({ result: [], pagination: { totalCount: 0 } })
    expect((await search('thylacyne')).corrected).toBeUndefined()
    // Found nowhere for another reason than a word that nobody wrote.
    expect((await search('capybara is:closed')).corrected).toBeUndefined()
    expect((await search('cap1bara')).corrected).toBeUndefined()
  })

  it('corrects several words so that they stand in one bug, also where a more common word is as near', async () => {
    const bugId = await bugOf({ title: 'Zorble quilp' })
    for (let n = 0; n < 3; n++) await bugOf({ title: 'Red quimp' })
    expect((await search('quirp')).corrected).toEqual([{ from: 'quirp', to: 'quimp' }])
    expect(await search('zorbel quirp')).toMatchObject({
      result: [{ _id: bugId }],
      corrected: [
        { from: 'zorbel', to: 'zorble' },
        { from: 'quirp', to: 'quilp' },
      ],
    })
  })

  it('says which names before a colon are no terms, and searches them as words', async () => {
    const bugId = await bugOf({ title: 'Pangolin urgency blocker' })
    const found = await search('urgency:blocker pangolin is:open')
    expect([found.result.map(({ _id }) => _id), found.unknownTerms]).toEqual([[bugId], ['urgency']])
    expect((await search('pangolin')).unknownTerms).toBeUndefined()
  })

  it('reads the chat for holders of liveChatAdmin alone', async () => {
    const bugId = await bugOf({ title: 'Told in the chat' })
    const id = newRecordId()
    await app.inTx(async (tx) => {
      const now = new Date()
      const times = { opened_on: now, last_line_on: now, waiting_since: null, closed_on: null, blocked_on: null }
      const place = { network: 'n', page: null, user_agent: 'u', email: null, user_id: null, taken_by: null }
      await tx
        .insertInto('conversations')
        .values({ id, visitor_hash: Buffer.from(id), visitor_name: 'V', ...times, ...place })
        .execute()
      await addMessage(tx, id, {
        from: 'visitor',
        userId: null,
        senderName: 'V',
        message: 'My zyzzyvas hide',
        sentOn: now,
      })
      const link = { conversation_id: id, bug_id: bugId, linked_on: now, linked_by: staff.userId }
      await tx.insertInto('conversation_bugs').values(link).execute()
    })
    for (const keywords of ['zyzzyva', '"zyzzyvas hide"', 'told zyzzyva', 'zyzzyv', '(zyzzyva OR nothingelse)']) {
      expect([keywords, await ids(keywords, {}, support)]).toEqual([keywords, [bugId]])
      expect([keywords, await ids(keywords)]).toEqual([keywords, []])
    }
    expect((await search('zyzzyva', {}, support)).result[0]?.matches).toMatchObject([
      { field: 'chat', text: 'My zyzzyvas hide' },
    ])
    expect([await ids('told -zyzzyva', {}, support), await ids('told -zyzzyva')]).toEqual([[], [bugId]])
    expect((await search('zyzzyve')).corrected).toBeUndefined()
  })

  it('says what can’t be meant', async () => {
    const answer = await staff.call(listBugs, { query: { keywords: 'lamp is:gone' } })
    expect([answer.status, answer.refusal.error]).toMatchObject([
      400,
      {
        code: 'invalid-input',
        field: 'keywords',
        message: 'is: can be open, closed, blocked, followed, snoozed, unanswered, private or waiting.',
      },
    ])
  })
})
