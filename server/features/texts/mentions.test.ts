import { openTestApp, type Caller, type TestApp } from '#testing/test-app.ts'
import type { Actor } from '#server/access/actor.ts'
import { reportBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordMentions } from './public.ts'
import { peopleByName } from './record-mentions.ts'

let app: TestApp
let author: Caller & { userId: string }
beforeAll(async () => {
  app = await openTestApp()
  author = await app.person(['customer'])
})
afterAll(() => app?.end())

let reports = 0
async function aBug(description = 'd'): Promise<string> {
  // Reports follow within seconds here, which one person may not do.
  const person = await app.person(['customer'], { fullName: `Reporter ${++reports}` })
  const body = { title: 't', description, stepsToReproduce: 's' }
  return (await person.call(reportBug, { body })).body.result._id
}

const somebody = async (fullName: string) => (await app.person(['customer'], { fullName })).userId
const actor = (permissions: Actor['permissions'] = new Set(['canViewData'])) =>
  ({ userId: author.userId, fullName: 'Author', permissions }) as Actor

/** Records whom texts mention on a bug of their own. @returns their ids */
async function named(...texts: string[]): Promise<string[]> {
  const bugId = await aBug()
  const mentions = await app.inTx((tx) => recordMentions(tx, actor(), { bugId }, texts))
  return mentions.map(({ _id }) => _id)
}

const stored = async (bugId: string) =>
  (
    await app.database.pool.query<{ user_id: string; name: string; comment_id: string | null }>(
      'select user_id, name, comment_id from mentions where bug_id = $1 order by name',
      [bugId],
    )
  ).rows

describe('a mention', () => {
  it('is the full name of somebody after an @, in any case, whatever follows', async () => {
    const id = await somebody('Ottilie Vance')
    for (const text of [
      '@Ottilie Vance',
      'ask @ottilie VANCE, please',
      '(@Ottilie Vance)',
      '**@Ottilie Vance**: hello',
      '@Ottilie Vance’s idea',
      'a\n@Ottilie Vance\nb',
    ]) {
      expect(await named(text), text).toEqual([id])
    }
  })

  it('is nothing else', async () => {
    await somebody('Perpetua Gale')
    for (const text of [
      'Perpetua Gale',
      '@Perpetua',
      '@Perpetua Galen',
      'x@Perpetua Gale',
      '@Perpetua\nGale',
      '`@Perpetua Gale`',
      '```\n@Perpetua Gale\n```',
      '@nobody at all',
    ]) {
      expect(await named(text), text).toEqual([])
    }
  })

  it('of two names that begin alike is the longer one', async () => {
    const short = await somebody('Anselm Kirk')
    const long = await somebody('Anselm Kirk Junior')
    expect(await named('@Anselm Kirk Junior')).toEqual([long])
    expect(await named('@Anselm Kirk June')).toEqual([short])
    expect(await named('@Anselm Kirk Junior and @Anselm Kirk')).toEqual([long, short])
  })

  it('means everybody of that name, once, in the order of the texts', async () => {
    const twins = [await somebody('Same Name'), await somebody('same name')].toSorted()
    const other = await somebody('Other Name')
    expect(await named('@Other Name', '@Same Name @Same Name @Other Name')).toEqual([other, ...twins])
  })

  it('of somebody deactivated, or known from an import only, is none', async () => {
    const gone = await somebody('Gone Girl')
    const imported = await somebody('Imported Person')
    await app.database.pool.query('update users set deactivated_on = now() where id = $1', [gone])
    await app.database.pool.query('update users set email = null, password_hash = null where id = $1', [imported])
    expect(await named('@Gone Girl @Imported Person')).toEqual([])
  })

  it('is one of at most twenty in a text', async () => {
    for (let n = 0; n < 22; n++) await somebody(`Crowd ${n}x`)
    expect(await named(Array.from({ length: 22 }, (_, n) => `@Crowd ${n}x`).join(' '))).toHaveLength(20)
  })

  it('by who may not see the list of people names nobody', async () => {
    await somebody('Hidden Person')
    const bugId = await aBug()
    expect(await app.inTx((tx) => recordMentions(tx, actor(new Set()), { bugId }, ['@Hidden Person']))).toEqual([])
  })
})

describe('what is recorded', () => {
  it('is replaced with the text, of one place alone', async () => {
    const [a, b] = [await somebody('Alma One'), await somebody('Berta Two')]
    const bugId = await aBug()
    const { comment } = (await author.call(addComment, { params: { bugId }, body: { message: 'x' } })).body
    await app.inTx(async (tx) => {
      await recordMentions(tx, actor(), { bugId }, ['@Alma One @Berta Two'])
      await recordMentions(tx, actor(), { bugId, commentId: comment.commentId }, ['@alma one'])
      await recordMentions(tx, actor(), { bugId }, ['@Berta Two'], ['@Alma One @Berta Two'])
    })
    expect(await stored(bugId)).toEqual([
      { user_id: b, name: 'Berta Two', comment_id: null },
      { user_id: a, name: 'alma one', comment_id: comment.commentId },
    ])
    await app.inTx((tx) => recordMentions(tx, actor(), { bugId }, ['nobody'], ['@Berta Two']))
    expect(await stored(bugId)).toHaveLength(1)
  })

  it('stays while the name stands there, though the person is called otherwise now', async () => {
    const id = await somebody('Maiden Name')
    const bugId = await aBug()
    await app.inTx((tx) => recordMentions(tx, actor(), { bugId }, ['@Maiden Name']))
    await app.database.pool.query(`update users set full_name = 'Married Name' where id = $1`, [id])
    const later = await app.inTx((tx) =>
      recordMentions(tx, actor(), { bugId }, ['@Maiden Name, really'], ['@Maiden Name']),
    )
    expect(later).toEqual([{ _id: id, name: 'Maiden Name' }])
  })

  it('is the name as it stands there now, when the same person is written otherwise', async () => {
    const id = await somebody('Ben Birch')
    const bugId = await aBug()
    await app.inTx((tx) => recordMentions(tx, actor(), { bugId }, ['@Ben Birch']))
    await app.database.pool.query(`update users set full_name = 'Ben Beech' where id = $1`, [id])
    const later = await app.inTx((tx) => recordMentions(tx, actor(), { bugId }, ['@Ben Beech'], ['@Ben Birch']))
    expect(later).toEqual([{ _id: id, name: 'Ben Beech' }])
    expect(await stored(bugId)).toEqual([{ user_id: id, name: 'Ben Beech', comment_id: null }])
  })

  it('is kept within bounds, whatever a text is made of', async () => {
    const id = await somebody('Hardy Soul')
    const bugId = await aBug()
    const hostile = '(@'.repeat(50_000)
    const texts = [`@Hardy Soul ${hostile}`, hostile]
    expect(await app.inTx((tx) => recordMentions(tx, actor(), { bugId }, texts, texts))).toEqual([
      { _id: id, name: 'Hardy Soul' },
    ])
  })

  it('finds people by an index, however many there are', async () => {
    const client = await app.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('set local enable_seqscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${peopleByName.text}`, [['a', 'b']])
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('users_named')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
