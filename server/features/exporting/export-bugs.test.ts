import { importBugs, sourceLines } from '#server/features/imports/public.ts'
import { addReader, type Bug, closeBug, listBugs, reportBug, setBugFields, viewBug } from '#shared/bugs/contract.ts'
import { addComment, addInternalComment, deleteComment } from '#shared/comments/contract.ts'
import { exportBugs, type ExportFormat, maxExports } from '#shared/exporting/contract.ts'
import { addProductMember, createProduct, editProduct } from '#shared/products/contract.ts'
import { editUser } from '#shared/users/contract.ts'
import { setLinks } from '#shared/links/contract.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { anImportLine, type ImportLine } from '#testing/test-import.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { uploaded } from '#testing/attachment-parts.ts'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportBugs as writeBugs } from './export-bugs.ts'
import { ExportSlots } from './export-slots.ts'
import { operatorOf } from './operator.ts'
import { paced, Waits } from './paced.ts'

type Person = Caller & { userId: string; email: string }
interface Line extends Record<string, unknown> {
  id: string
  key: string
  reporter: ExportedPerson
  closedOn?: string
  versions?: readonly object[]
  closedBy?: ExportedPerson
  followers?: readonly ExportedPerson[]
  files?: readonly { id: string; name: string; author: ExportedPerson; address: string; bytes: number }[]
}
interface ExportedPerson {
  name: string
  email?: string
  account: string
}

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await openTestApp()
  admin = await app.person(['admin'], { fullName: 'Ada Min', email: 'ada.min@example.test' })
})
afterAll(() => app?.end())

async function importInto(target: TestApp, lines: readonly (ImportLine | string)[]) {
  const findings: string[] = []
  const watch = {
    badLine: (line: number, field: string, why: string) => void findings.push(`${line} ${field} ${why}`),
    note: (line: number, field: string, what: string) => void findings.push(`${line} ${field} ${what}`),
    progress: () => {},
  }
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  async function* file() {
    yield Buffer.from(text)
  }
  return { ...(await importBugs(target.inTx, sourceLines(file()), watch)), findings }
}

async function exported(by: Caller, format: ExportFormat, query: Record<string, string> = {}): Promise<string> {
  const answer = await by.call(exportBugs, { query: { format, ...query } })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.refusal))
  return answer.body as unknown as string
}

/** The lines of an export without the one that ends it. */
async function linesOf(by: Caller, query: Record<string, string> = {}): Promise<Line[]> {
  const lines = (await exported(by, 'jsonl', query)).trimEnd().split('\n')
  const end = lines.pop()
  expect(end).toBe(`{"type":"end","bugs":${lines.length}}`)
  return lines.map((line) => JSON.parse(line) as Line)
}

const view = async (by: Caller, bugId: string): Promise<Bug> =>
  (await by.call(viewBug, { params: { bugId } })).body.result

/** Everything about a bug that a line can carry, with the keys of other bugs for their ids. */
function factsOf(bug: Bug, keys: ReadonlyMap<string, string>) {
  const { title, description, stepsToReproduce, createdOn, status, classification, priority, severity } = bug
  return {
    ...{ title, description, stepsToReproduce, createdOn, status, classification, priority, severity },
    key: bug.key,
    product: bug.product.key,
    importedProduct: bug.importedProduct,
    parts: [bug.component?.name, bug.foundVersion?.name, bug.fixedVersion?.name],
    isPrivate: bug.isPrivate,
    isClosed: bug.isClosed,
    reporter: bug.createdBy.fullName,
    assignee: bug.assigned && [bug.assigned.fullName, bug.assigned.assignedOn],
    labels: bug.labels.map(({ name }) => name),
    links: bug.links.map(({ kind, bug: other }) => `${kind} ${keys.get(other?._id ?? '')}`).toSorted(),
    original: bug.duplicateOf && keys.get(bug.duplicateOf._id),
    comments: bug.comments.map(({ user, createdOn, message }) => [user.fullName, createdOn, message]),
  }
}

/** Imports keep times to the millisecond. */
const toMilliseconds = (time: string | undefined) => time && new Date(time).toISOString()

/** What only the lines tell, by the keys of the bugs. */
async function toldByLines(by: Caller) {
  const told = (await linesOf(by)).map((line) => {
    const { key, closedOn, closedBy, followers = [], files = [], versions } = line
    const namesOf = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name).toSorted()
    return { key, closedOn, versions, closedBy: closedBy?.name, followers: namesOf(followers), files: namesOf(files) }
  })
  return told.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

async function allFacts(by: Caller) {
  const { result } = (await by.call(listBugs, { query: { pageSize: '100' } })).body
  const keys = new Map(result.map(({ _id, key }) => [_id, key]))
  const bugs = await Promise.all(result.map(({ _id }) => view(by, _id)))
  return bugs.map((bug) => factsOf(bug, keys)).toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/** Two products, and bugs with every fact that a line can carry. */
async function fill(target: TestApp, owner: Caller): Promise<void> {
  await owner.call(createProduct, { body: { key: 'LAMP', name: 'Lamps' } })
  const texts = 'Line one\r\n"quoted", with a comma;\n\tand a tab\u2028— größer als 日本語 🦋'
  await importInto(target, [
    anImportLine('1', {
      key: 'BUG-7',
      description: texts,
      stepsToReproduce: '1. Look\n2. Wait',
      reporter: { name: 'Mia Moth', email: 'mia@elsewhere.example' },
      assignee: 'Lou Lamp',
      assignedOn: '2024-03-02T11:12:13.456Z',
      status: 'In Progress',
      classification: 'approved',
      priority: 'urgent',
      severity: 'critical',
      labels: ['ui', 'größer', 'with, comma'],
      followers: ['Lou Lamp', { name: 'Mia Moth', email: 'mia@elsewhere.example' }],
      component: 'Bulb',
      foundVersion: '1.0',
      fixedVersion: '2.0',
      versions: [{ name: '2.0', due: '2031-02-03', released: true }],
      product: 'An old product',
      comments: [
        { author: 'Mia Moth', created: '2024-03-03T00:00:00.001Z', message: texts },
        { author: { name: 'Mia Moth', account: 'another one' }, created: '2024-03-04', message: 'I too' },
      ],
      links: [
        { kind: 'blocks', id: '2' },
        { kind: 'relates', id: '3' },
      ],
    }),
    anImportLine('2', {
      key: 'LAMP-3',
      status: 'Resolved',
      closedOn: '2024-04-01T12:13:14.567Z',
      closedBy: 'Lou Lamp',
      product: 'Lamps',
      links: [{ kind: 'parent', id: '1' }],
    }),
    anImportLine('3', {
      key: 'LAMP-12',
      status: 'Closed',
      private: true,
      duplicateOf: '1',
      classification: 'duplicate',
    }),
    anImportLine('4', { key: 'BUG-8', title: '=1+1', description: '', labels: ['ui'] }),
  ])
}

describe('JSON Lines', () => {
  it('are imported into an empty Mothlight with all that they say', async () => {
    const [source, target] = [await openTestApp(), await openTestApp()]
    try {
      const [owner, other] = [await source.person(['admin']), await target.person(['admin'])]
      await fill(source, owner)
      // Closed and followed here, and closed once more since.
      const staff = await source.person(['staff'], { fullName: 'Stan Staff' })
      const body = { title: 'Closed here', description: 'd', stepsToReproduce: 's' }
      const { _id: bugId } = (await staff.call(reportBug, { body })).body.result
      for (const closed of [true, false]) await owner.call(closeBug, { params: { bugId }, body: { closed } })
      await staff.call(closeBug, { params: { bugId }, body: { closed: true } })
      await owner.call(setBugFields, { params: { bugId }, body: { priority: 'low' } })
      await other.call(createProduct, { body: { key: 'LAMP', name: 'Lamps' } })
      const file = await exported(owner, 'jsonl')
      const done = await importInto(target, [file])
      expect(done).toMatchObject({ imported: 5, bad: 0, linked: 1, findings: [] })
      const before = await allFacts(owner)
      expect(before).toHaveLength(5)
      expect(await allFacts(other)).toEqual(before)
      expect(before.map(({ product }) => product)).toEqual(['BUG', 'BUG', 'BUG', 'LAMP', 'LAMP'])
      const told = await toldByLines(owner)
      expect(told).toMatchObject([
        {
          key: 'BUG-7',
          followers: ['Lou Lamp', 'Mia Moth'],
          versions: [{ name: '2.0', due: '2031-02-03', released: true }],
        },
        { key: 'BUG-8', followers: [] },
        { key: 'BUG-9', closedOn: expect.any(String) as string, closedBy: 'Stan Staff', followers: ['Stan Staff'] },
        { key: 'LAMP-12', followers: [] },
        { key: 'LAMP-3', closedOn: '2024-04-01T12:13:14.567Z', closedBy: 'Lou Lamp' },
      ])
      expect(await toldByLines(other)).toEqual(
        told.map((line) => ({ ...line, closedOn: toMilliseconds(line.closedOn) })),
      )
      // Who had two accounts are two people again, and what is there already is known.
      const { rows } = await target.database.pool.query(
        `select count(*)::integer as n from users where full_name = 'Mia Moth'`,
      )
      expect(rows).toEqual([{ n: 3 }])
      expect(await importInto(target, [file])).toMatchObject({ imported: 0, alreadyThere: 5, findings: [] })
      expect(await allFacts(other)).toEqual(before)
    } finally {
      await Promise.all([source.end(), target.end()])
    }
  })

  it('keep the name of a product that is missing where they are imported', async () => {
    const [source, target] = [await openTestApp(), await openTestApp()]
    try {
      const [owner, other] = [await source.person(['admin']), await target.person(['admin'])]
      await fill(source, owner)
      expect(await importInto(target, [await exported(owner, 'jsonl')])).toMatchObject({ imported: 4, findings: [] })
      const facts = await allFacts(other)
      expect(facts.map(({ key, importedProduct }) => [key, importedProduct])).toEqual([
        ['BUG-12', 'Lamps'],
        ['BUG-3', 'Lamps'],
        ['BUG-7', 'An old product'],
        ['BUG-8', undefined],
      ])
    } finally {
      await Promise.all([source.end(), target.end()])
    }
  })

  it('that are cut off are told from whole ones', async () => {
    const source = await openTestApp()
    try {
      await fill(source, await source.person(['admin']))
      const owner = await source.person(['admin'])
      const lines = (await exported(owner, 'jsonl')).trimEnd().split('\n')
      const target = await openTestApp()
      try {
        const { findings } = await importInto(target, [...lines.slice(0, 2), lines.at(-1) ?? ''])
        expect(findings).toContain('3  4 bugs were exported, and 2 are before this line')
      } finally {
        await target.end()
      }
    } finally {
      await source.end()
    }
  })
})

describe('what is exported', () => {
  it('is what the list finds, in its order', async () => {
    await importInto(
      app,
      Array.from({ length: 230 }, (_, n) =>
        anImportLine(`order-${n}`, {
          title: `Moth ${(n * 7) % 230}${n % 3 === 0 ? ' flickers' : ''}`,
          created: new Date(Date.UTC(2024, 0, 1 + (n % 40))).toISOString(),
          priority: ['none', 'low', 'urgent'][n % 3],
          status: n % 4 === 0 ? 'Closed' : 'Open',
          labels: n % 5 === 0 ? ['fifth'] : [],
        }),
      ),
    )
    const queries: Record<string, string>[] = [
      {},
      { closed: 'open', sortBy: 'title' },
      { priority: 'urgent', sortBy: 'updatedOn', sortByInvert: 'true' },
      { label: 'FIFTH', sortBy: 'priority' },
      { keywords: 'flickers is:open' },
      { keywords: 'moth', sortBy: 'title', sortByInvert: 'true' },
      { keywords: 'flickrs' },
      { keywords: 'BUG-1' },
      { keywords: 'sort:priority label:fifth' },
      { keywords: 'nothinglikethis' },
    ]
    const reader = await app.person(['admin'])
    for (const query of queries) {
      const listed: string[] = []
      for (let page = 1; ; page++) {
        const { result } = (
          await admin.call(listBugs, { query: { ...query, pageSize: '100', pageNumber: String(page) } })
        ).body
        listed.push(...result.map(({ _id }) => _id))
        if (result.length === 0) break
      }
      expect([query, (await linesOf(reader, query)).map(({ id }) => id)]).toEqual([query, listed])
    }
  })

  it('is what its reader may see', async () => {
    const [staff, customer, stranger] = [await app.person(['staff']), await app.person(['customer']), app.stranger]
    const report = async (title: string, fields: object = {}) => {
      const reporter = await app.person(['customer'])
      const body = { title, description: 'sighted', stepsToReproduce: 's', ...fields }
      return { reporter, id: (await reporter.call(reportBug, { body })).body.result._id }
    }
    const closedProduct = (await admin.call(createProduct, { body: { key: 'HIDE', name: 'Hidden product' } })).body
      .result
    const [plain, hidden] = [await report('Seen'), await report('Secret title', { isPrivate: true })]
    const elsewhere = await report('Elsewhere', { productId: closedProduct._id })
    await admin.call(editProduct, { params: { productId: closedProduct._id }, body: { isOpen: false } })
    await admin.call(addProductMember, { params: { productId: closedProduct._id, userId: admin.userId } })
    await admin.call(setLinks, {
      params: { bugId: plain.id },
      body: {
        add: [
          { kind: 'blocks', bugId: hidden.id },
          { kind: 'relates-to', bugId: elsewhere.id },
        ],
      },
    })
    const seenBy = async (by: Caller) => (await linesOf(by, { keywords: 'sighted' })).map(({ title }) => title)
    expect(await seenBy(admin)).toEqual(['Elsewhere', 'Secret title', 'Seen'])
    expect(await seenBy(hidden.reporter)).toEqual(['Secret title', 'Seen'])
    expect(await seenBy(customer)).toEqual(['Seen'])
    const whole = await exported(customer, 'jsonl', { keywords: 'sighted' })
    for (const secret of [hidden.id, elsewhere.id, 'Secret title', 'Hidden product', '@'])
      expect(whole).not.toContain(secret)
    expect(JSON.parse(whole.split('\n')[0] ?? '')).toMatchObject({ id: plain.id, links: [], comments: [] })
    // Each their own address; whoever edits users all of them.
    const reporterFor = async (by: Caller) =>
      (await linesOf(by, { keywords: 'sighted' })).find(({ id }) => id === plain.id)?.reporter
    expect(await reporterFor(plain.reporter)).toMatchObject({ email: plain.reporter.email })
    expect(await reporterFor(staff)).toEqual({ name: expect.any(String) as string, account: plain.reporter.userId })
    expect(await reporterFor(admin)).toMatchObject({ email: plain.reporter.email })
    // Followers as their addresses.
    const followersFor = async (by: Caller) =>
      (await linesOf(by, { keywords: 'sighted' }))
        .find(({ id }) => id === plain.id)
        ?.followers?.map(({ account }) => account)
    expect(await followersFor(admin)).toEqual([plain.reporter.userId])
    expect(await followersFor(plain.reporter)).toEqual([plain.reporter.userId])
    expect([await followersFor(staff), await followersFor(customer)]).toEqual([undefined, undefined])
    // At this moment: what changes shows in the next one.
    await admin.call(setBugFields, { params: { bugId: plain.id }, body: { isPrivate: true } })
    expect(await seenBy(customer)).toEqual([])
    await admin.call(addReader, { params: { bugId: plain.id }, body: { userId: customer.userId } })
    expect(await seenBy(customer)).toEqual(['Seen'])
    expect((await stranger.call(exportBugs, { query: { format: 'csv' } })).status).toBe(401)
  })

  it.each([
    ['keywords that can’t be meant', { format: 'jsonl', keywords: '"open' }, 'keywords'],
    ['an unknown format', { format: 'xml' }, 'format'],
    ['no format', {}, 'format'],
    ['ages that are apart', { format: 'csv', minAge: '5', maxAge: '2' }, 'minAge'],
  ])('is refused for %s', async (_what, query, field) => {
    const person = await app.person(['customer'])
    const answer = await person.send('GET', `/api/bug/export?${new URLSearchParams(query as Record<string, string>)}`)
    expect([answer.status, answer.refusal.error.field]).toEqual([400, field])
    expect(answer.headers['content-disposition']).toBeUndefined()
  })
})

describe('internal comments', () => {
  it('leave for who sees them, without their files, and are internal where they are imported', async () => {
    const reporter = await app.person(['customer'])
    const texts = { title: 'Nudiustertian', description: 'd', stepsToReproduce: 's' }
    const { _id: bugId } = (await reporter.call(reportBug, { body: texts })).body.result
    const fileId = await uploaded(admin, 'secret.txt', 'secret')
    const message = `Between us, attachment:${fileId}`
    const params = { bugId }
    await admin.call(addInternalComment, { params, body: { message } })
    const gone = (await admin.call(addInternalComment, { params, body: { message: 'gone' } })).body.comment.commentId
    await admin.call(deleteComment, { params: { bugId, commentId: gone } })
    const query = { keywords: 'nudiustertian' }
    const [line] = await linesOf(admin, query)
    expect(line).toMatchObject({ comments: [], internalComments: [{ message, author: { name: 'Ada Min' } }] })
    expect(line).not.toHaveProperty('files')
    const [seen] = await linesOf(reporter, query)
    expect([seen?.['comments'], seen?.['internalComments']]).toEqual([[], undefined])

    const other = await openTestApp()
    try {
      expect((await importInto(other, [JSON.stringify(line)])).findings).toEqual([])
      const found = async (by: Caller, keywords: string) =>
        (await by.call(listBugs, { query: { keywords } })).body.result.map(({ _id }) => _id)
      const staff = await other.person(['staff'])
      const [imported = ''] = await found(staff, 'nudiustertian')
      const { comments, internalCommentCount } = (await staff.call(viewBug, { params: { bugId: imported } })).body
        .result
      expect([comments, internalCommentCount]).toMatchObject([[{ message, isInternal: true }], 1])
      expect([await found(staff, 'between'), await found(await other.person(['customer']), 'between')]).toEqual([
        [imported],
        [],
      ])
      expect((await verifyHistory(other.database.db)).deviations).toEqual([])
    } finally {
      await other.end()
    }
  })
})

describe('files', () => {
  it('are named with their addresses, but for those of deleted comments, by whoever sees the bug', async () => {
    const reporter = await app.person(['customer'], { fullName: 'Fay File' })
    const [shown, gone] = [await uploaded(reporter, 'moth.txt', 'moth'), await uploaded(reporter, 'gone.txt', 'gone')]
    const description = `Look: [moth](attachment:${shown})`
    const body = { title: 'Phototaxis', description, stepsToReproduce: 's' }
    const { _id: bugId } = (await reporter.call(reportBug, { body })).body.result
    const message = `[gone](attachment:${gone})`
    const { comment } = (await reporter.call(addComment, { params: { bugId }, body: { message } })).body
    const params = { bugId, commentId: comment.commentId }
    await reporter.call(deleteComment, { params })
    const [line] = await linesOf(await app.person(['customer']), { keywords: 'phototaxis' })
    expect(line?.files).toEqual([
      {
        id: shown,
        name: 'moth.txt',
        author: { name: 'Fay File', account: reporter.userId },
        created: expect.any(String) as string,
        mediaType: 'application/octet-stream',
        bytes: 4,
        address: `/api/attachments/${shown}`,
      },
    ])
    // Without the content, a text names the file that an import may bring later.
    const target = await openTestApp()
    try {
      const done = await importInto(target, [JSON.stringify(line)])
      expect(done).toMatchObject({ imported: 1, findings: [], files: [{ name: 'moth.txt', file: null }] })
      const reader = await target.person(['admin'])
      const { result } = (await reader.call(listBugs, {})).body
      expect((await view(reader, result[0]?._id ?? '')).description).toBe(
        `Look: [moth](attachment:${done.files[0]?.id})`,
      )
    } finally {
      await target.end()
    }
  })
})

describe('a bug with very many comments', () => {
  it('goes on in further lines, which an import takes', async () => {
    const [source, target] = [await openTestApp(), await openTestApp()]
    try {
      const comments = Array.from({ length: 9 }, (_, n) => ({
        id: `${n}`,
        author: `Author ${n}`,
        created: `2024-03-02T00:00:0${n}Z`,
        message: `${n} ${'wide '.repeat(200_000)}`.trim(),
      }))
      await importInto(source, [anImportLine('long', { comments }), anImportLine('short')])
      const [owner, other] = [await source.person(['admin']), await target.person(['admin'])]
      const snapshot = await source.database.openSnapshot()
      const options = { longestLine: 3_500_000 }
      let file = ''
      const actor = await operatorOf(snapshot.db)
      for await (const piece of writeBugs(snapshot, actor, { format: 'jsonl' }, options)) file += piece
      const lines = file.trimEnd().split('\n')
      expect(lines.map((line) => line.length <= options.longestLine)).toEqual(lines.map(() => true))
      expect(lines.map((line) => line.includes('"continues":true'))).toEqual([...[false, true, true, false, false]])
      expect(lines.at(-1)).toBe('{"type":"end","bugs":2}')
      expect(await importInto(target, lines)).toMatchObject({ imported: 2, comments: 9, bad: 0, findings: [] })
      const before = await allFacts(owner)
      expect(before.map((bug) => bug.comments.length).toSorted()).toEqual([0, 9])
      expect(await allFacts(other)).toEqual(before)
      expect((await verifyHistory(target.database.db)).deviations).toEqual([])
      expect(await importInto(target, lines)).toMatchObject({ imported: 0, comments: 0, bad: 0, findings: [] })
      const { findings, bad } = await importInto(target, lines.slice(1))
      expect([bad, findings.map((finding) => finding.replace(/‘.*’/, '…'))]).toEqual([
        2,
        [
          '1 id … continues a bug that no line before has',
          '2 id … continues a bug that no line before has',
          '4  2 bugs were exported, and 1 are before this line',
        ],
      ])
    } finally {
      await Promise.all([source.end(), target.end()])
    }
  })
})

describe('slots', () => {
  /** An export whose reader has kept it waiting so long. */
  const waiting = (milliseconds: number) => {
    let time = 0
    const waits = new Waits(() => time)
    waits.begin()
    time = milliseconds
    let isEnded = false
    return { waits, end: () => void (isEnded = true), isEnded: () => isEnded }
  }

  it('go from whoever reads slowest to who comes, but not while all read well', () => {
    const slots = new ExportSlots(40)
    const [slow, slower, quick] = [waiting(70_000), waiting(90_000), waiting(59_000)]
    const giveBack = slots.take('slower', slower)
    slots.take('slow', slow)
    slots.take('quick', quick)
    expect(() => slots.take('quick', waiting(0))).toThrow('You have an export under way')
    slots.take('first', waiting(0))
    expect([slow.isEnded(), slower.isEnded(), quick.isEnded()]).toEqual([false, true, false])
    // What it gives back is not its own any more.
    slots.take('second', waiting(0))
    giveBack()
    expect(slow.isEnded()).toBe(true)
    expect(() => slots.take('third', waiting(0))).toThrow('Others are exporting')
    expect(quick.isEnded()).toBe(false)
  })

  it('are free again when a reader takes nothing', async () => {
    let isEnded = false
    async function* pieces() {
      try {
        yield 'wide '.repeat(1_000_000)
      } finally {
        isEnded = true
      }
    }
    const content = Readable.from(
      paced(pieces(), new Waits(), () => content.destroy(), 1),
      { highWaterMark: 1 },
    )
    content.read(0)
    await once(content, 'close')
    expect(isEnded).toBe(true)
  })

  it('lose no letter where a piece is divided', async () => {
    async function* pieces() {
      yield 'x🦋'.repeat(100_000)
      yield 'ende'
    }
    const read = Readable.from(
      paced(pieces(), new Waits(), () => {}),
      { objectMode: false },
    )
    expect(await text(read)).toBe(`${'x🦋'.repeat(100_000)}ende`)
  })
})

describe('CSV', () => {
  it('is a table that spreadsheets read, without formulas', async () => {
    const source = await openTestApp()
    try {
      const owner = await source.person(['admin'])
      await fill(source, owner)
      await importInto(
        source,
        ['+1', '-1', '@SUM(A1)', '\tx', '\rx', '"=x"', 'a=b'].map((title, n) =>
          anImportLine(`f${n}`, { title, reporter: '=R', description: ` \u00a0\n${title}` }),
        ),
      )
      const answer = await owner.call(exportBugs, { query: { format: 'csv', sortBy: 'title' } })
      expect(answer.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': expect.stringMatching(/^attachment; filename="bugs-\d{4}-\d\d-\d\d\.csv"/) as string,
        'cache-control': 'no-store',
      })
      const text = answer.body as unknown as string
      expect(
        text.startsWith(
          '\uFEFFKey,Title,Product,Private,Waiting for reporter,Status,Classification,Assignee,Duplicate of,',
        ),
      ).toBe(true)
      const [head = [], ...rows] = tableOf(text.slice(1))
      const bugs = rows.map((row) => Object.fromEntries(row.map((cell, n) => [head[n], cell])))
      expect(rows.every((row) => row.length === head.length)).toBe(true)
      expect(bugs.find(({ Key }) => Key === 'BUG-7')).toMatchObject({
        Title: 'Title of 1',
        Product: 'Bugs',
        Private: 'no',
        Status: 'In Progress',
        Assignee: 'Lou Lamp',
        Priority: 'urgent',
        Labels: 'größer, ui, with, comma',
        Component: 'Bulb',
        Reporter: 'Mia Moth',
        'Reported (UTC)': '2024-03-01 10:00:00',
        'Assigned (UTC)': '2024-03-02 11:12:13',
        Comments: '2',
        Description: 'Line one\r\n"quoted", with a comma;\n\tand a tab\u2028— größer als 日本語 🦋',
      })
      expect(bugs.find(({ Key }) => Key === 'LAMP-12')).toMatchObject({ Private: 'yes', 'Duplicate of': 'BUG-7' })
      expect(bugs.map(({ Title }) => Title).filter((title) => !title?.startsWith('Title'))).toEqual(
        expect.arrayContaining(["'+1", "'-1", "'@SUM(A1)", "'\tx", "'\rx", "'=1+1", '"=x"', 'a=b']),
      )
      expect(bugs.find(({ Title }) => Title === 'a=b')?.['Reporter']).toBe("'=R")
      // Some trim a cell before they look at it.
      expect(bugs.find(({ Title }) => Title === "'@SUM(A1)")?.['Description']).toBe("' \u00a0\n@SUM(A1)")
      expect(bugs.find(({ Title }) => Title === 'a=b')?.['Description']).toBe(' \u00a0\na=b')
    } finally {
      await source.end()
    }
  })
})

/** Reads a table as RFC 4180 says. */
function tableOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') {
      rows.push(row)
      row = []
    }
  }
  return rows
}

describe('an export that is under way', () => {
  let big: TestApp
  let owner: Person
  let url: string
  beforeAll(async () => {
    big = await openTestApp({ DATABASE_CONNECTIONS: '4' })
    owner = await big.person(['admin'])
    await big.http.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(big.http.server.address() as AddressInfo).port}/api/bug/export?format=jsonl`
    await importInto(
      big,
      Array.from({ length: 40 }, (_, n) => anImportLine(`big-${n}`)),
    )
    // More than the buffers on the way hold.
    await big.database.pool.query(`update bugs set description = repeat('wide ', 300000)`)
  })
  afterAll(() => big?.end())

  async function begun(by: Caller, query = ''): Promise<IncomingMessage> {
    const request = get(url + query, { headers: { cookie: by.cookie ?? '', host: 'localhost:3000' }, agent: false })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    return answer
  }

  /** Reads an answer to its end. @returns how it ended, and whether its last line is there */
  async function rest(answer: IncomingMessage) {
    let last = ''
    const end = await (async () => {
      for await (const chunk of answer) last = `${last}${String(chunk)}`.slice(-100)
    })().then(
      () => 'complete',
      () => 'cut off',
    )
    return [end, last.includes('{"type":"end","bugs":40}')]
  }

  const waiting = `select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`

  /** Waits until so many exports wait for their readers. */
  async function untilWaiting(count: number): Promise<void> {
    while ((await big.database.pool.query(waiting)).rows.length !== count) await setTimeout(20)
  }

  const endTransactions = () =>
    big.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
    )

  it('ends when its client goes away, and is the only one of its person until then', async () => {
    const answer = await begun(owner)
    expect(answer.statusCode).toBe(200)
    await untilWaiting(1)
    const second = await owner.call(exportBugs, { query: { format: 'csv' } })
    expect([second.status, second.headers['retry-after']]).toEqual([429, '5'])
    // Few connections leave room for one export.
    const other = await (await big.person(['staff'])).call(exportBugs, { query: { format: 'csv' } })
    expect([other.status, other.refusal.error.message]).toEqual([429, expect.stringMatching(/^Others are exporting/)])
    answer.destroy()
    let next = await begun(owner)
    for (; next.statusCode === 429; next = await begun(owner)) await setTimeout(20)
    await untilWaiting(1)
    expect(await rest(next)).toEqual(['complete', true])
  })

  it('is cut off when it can’t go on, and never looks whole', async () => {
    const staff = await big.person(['staff'])
    const answer = await begun(staff)
    await untilWaiting(1)
    await owner.call(editUser, { params: { userId: staff.userId }, body: { role: ['customer'] } })
    expect(await rest(answer)).toEqual(['cut off', false])
    const again = await begun(staff)
    await untilWaiting(1)
    await endTransactions()
    expect(await rest(again)).toEqual(['cut off', false])
    expect(await rest(await begun(staff))).toEqual(['complete', true])
  })

  it('asks for nothing when only its head is wanted, and counts like any other', async () => {
    const person = await big.person(['staff'])
    for (let n = 0; n < maxExports; n++) {
      const head = await person.send('HEAD', '/api/bug/export?format=csv')
      expect([head.status, head.body]).toEqual([200, ''])
    }
    expect((await person.call(exportBugs, { query: { format: 'csv', keywords: 'nothing' } })).status).toBe(429)
    await untilWaiting(0)
  })

  it('reads the comments of one bug in pieces too, so that many of them don’t fill the memory', async () => {
    const comments = Array.from({ length: 200 }, (_, n) => ({ author: 'A', created: '2024-03-02', message: `${n}` }))
    await importInto(big, [anImportLine('talked about', { title: 'Chatter', comments })])
    await big.database.pool.query(`update comments set message = message || repeat(' wide', 40000)`)
    const { rows } = await big.database.pool.query<{ id: string }>(
      'update comments set deleted_on = now() where id = (select max(id) from comments) returning id',
    )
    const person = await big.person(['staff'])
    const answer = await begun(person, '&keywords=chatter')
    await endTransactions()
    let bytes = 0
    await expect(async () => {
      for await (const chunk of answer) bytes += (chunk as Buffer).length
    }).rejects.toThrow()
    // What was read ahead, and what the buffers on the way hold.
    expect(bytes).toBeLessThan(30_000_000)

    const [line] = await linesOf(person, { keywords: 'chatter' })
    const written = line?.['comments'] as { id: string; message: string }[]
    expect(written.map(({ id }) => id)).not.toContain(rows[0]?.id)
    expect(written).toHaveLength(199)
    const numbers = written.map(({ message }) => Number(message.split(' ')[0]))
    const { rows: stored } = await big.database.pool.query<{ n: number }>(
      `select split_part(message, ' ', 1)::integer as n from comments where deleted_on is null order by created_on, id`,
    )
    expect(numbers).toEqual(stored.map(({ n }) => n))
  })
})
