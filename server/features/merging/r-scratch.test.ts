import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { classifyBug, closeBug, reportBug, viewBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { followBug, joinBug, listNews, seeAllNews } from '#shared/following/contract.ts'
import { listMergedComments, mergeBug } from '#shared/merging/contract.ts'
import { listCandidates } from '#shared/similar/contract.ts'
import { afterAll, beforeAll, it } from 'vitest'

let app: TestApp
beforeAll(async () => { app = await openTestApp({ LIMIT_SIMILAR: '1000' }) }, 100000)
afterAll(() => app?.end())
const texts = { title: 'It breaks badly', description: 'Always when', stepsToReproduce: 'Start it' }
const N = 10000
async function timed<T extends { status: number; refusal: unknown }>(what: string, run: () => Promise<T>) {
  const t = performance.now()
  const r = await run()
  console.log(what, r.status, r.status === 200 ? '' : JSON.stringify(r.refusal).slice(0, 150), Math.round(performance.now() - t), 'ms')
  return r
}
const hex = (p: string, i: number) => p + i.toString(16).padStart(24 - p.length, '0')

it('measures', async () => {
  const staff = await app.person(['staff'])
  const cust = await app.person(['customer'])
  const q = (s: string, v: unknown[] = []) => app.database.pool.query(s, v)
  const mk = (p: string, dup: string, n = N) => q(`insert into bugs (id,title,description,steps_to_reproduce,created_on,created_by,classification,duplicate_of,is_merged)
    select '${p}' || lpad(to_hex(i), ${24 - p.length}, '0'), 'Bug number ' || i, 'desc words', '', now(), $1, case when (${dup}) is null then 'unclassified' else 'duplicate' end, ${dup}, (${dup}) is not null from generate_series(0, ${n - 1}) i`, [staff.userId])
  const kinds: [string, string, number][] = [
    ['star', `case when i = 0 then null else 'a1' || lpad(to_hex(0), 22, '0') end`, N],
    ['chain100', `case when i = 0 then null else 'a4' || lpad(to_hex(i - 1), 22, '0') end`, 100],
    ['chain1000', `case when i = 0 then null else 'a2' || lpad(to_hex(i - 1), 22, '0') end`, 1000],
    ['chain', `case when i = 0 then null else 'a3' || lpad(to_hex(i - 1), 22, '0') end`, N],
  ]
  const p: Record<string, string> = { star: 'a1', chain: 'a3', chain1000: 'a2', chain100: 'a4' }
  await q('set statement_timeout = 0')
  for (const [name, dup, n] of kinds) {
    await mk(p[name]!, dup, n)
    await q('analyze bugs')
    const root = hex(p[name]!, 0), deep = hex(p[name]!, n - 1)
    await q(`insert into comments (id, bug_id, user_id, created_on, message) select 'c${p[name]}' || substr(id, 4), id, created_by, now(), 'x' from bugs where starts_with(id, '${p[name]}')`)
    await timed(name + ' view root', () => staff.call(viewBug, { params: { bugId: root } }))
    await timed(name + ' view root again', () => staff.call(viewBug, { params: { bugId: root } }))
    await timed(name + ' merged comments', () => staff.call(listMergedComments, { params: { bugId: root } }))
    await timed(name + ' comment root', () => staff.call(addComment, { params: { bugId: root }, body: { message: 'hi' } }))
    await timed(name + ' join root', () => cust.call(joinBug, { params: { bugId: root }, body: {} }))
    await timed(name + ' close root', () => staff.call(closeBug, { params: { bugId: root }, body: { closed: true } }))
    const id = (await staff.call(reportBug, { body: texts })).body.result._id
    await timed(name + ' merge into root', () => staff.call(mergeBug, { params: { bugId: id }, body: { into: root } }))
    await timed(name + ' link to deepest', () => staff.call(classifyBug, { params: { bugId: id }, body: { classification: 'duplicate', duplicateOf: deep } }))
    await timed(name + ' unlink', () => staff.call(classifyBug, { params: { bugId: deep }, body: { classification: 'approved' } }))
    await timed(name + ' candidates', () => staff.call(listCandidates, { params: { bugId: root } }))
    await timed(name + ' candidates of deep', () => staff.call(listCandidates, { params: { bugId: hex(p[name]!, n - 2) } }))
    await timed(name + ' follow deep', () => cust.call(followBug, { params: { bugId: hex(p[name]!, n - 2) }, body: { following: true } }))
    await timed(name + ' news', () => cust.call(listNews, {}))
  }
}, 600000)

it('followers', async () => {
  const staff = await app.person(['staff'])
  const fan = await app.person(['customer'])
  const q = (s: string, v: unknown[] = []) => app.database.pool.query(s, v)
  await q(`insert into users (id, email, full_name, given_name, family_name, created_on) select 'dd' || lpad(to_hex(i), 22, '0'), 'u' || i || '@x.test', 'U ' || i, 'U', 'x', now() from generate_series(1, ${N}) i`).catch((e: Error) => console.log(e.message))
  const id = (await staff.call(reportBug, { body: texts })).body.result._id
  await q(`insert into bug_followers (bug_id, user_id, is_following, since, from_event) select $1, id, true, now(), 0 from users where starts_with(id, 'dd')`, [id])
  await q(`insert into bug_joins (bug_id, user_id, is_joined, since) select $1, id, true, now() from users where starts_with(id, 'dd')`, [id])
  for (let i = 0; i < 3; i++) await timed('comment on 10k followed', () => staff.call(addComment, { params: { bugId: id }, body: { message: 'hi' } }))
  await timed('view 10k followed', () => staff.call(viewBug, { params: { bugId: id } }))
  await timed('join 10k', () => fan.call(joinBug, { params: { bugId: id }, body: {} }))
  await q(`insert into bug_followers (bug_id, user_id, is_following, since, from_event) select id, $1, true, now(), 0 from bugs on conflict do nothing`, [fan.userId])
  await q(`insert into events (type, subject_id, actor_id, payload, at) select 'bug-status-changed', id, $1, '{"from":"Open","to":"Closed"}', now() from bugs`, [staff.userId]).catch((e: Error) => console.log(e.message))
  await q('analyze')
  console.log((await q('select count(*) from bug_followers where user_id = $1', [fan.userId])).rows)
  for (let i = 0; i < 2; i++) await timed('news of 20k followed', () => fan.call(listNews, {}))
  await timed('see all', () => fan.call(seeAllNews, {}))
  await timed('news after', () => fan.call(listNews, {}))
  const people = (await q(`select array_agg(id::text) as ids from users`)).rows[0].ids
  const { followersOfTree, mergedTree } = await import('#server/features/following/public.ts')
  for (let i = 0; i < 2; i++) {
    const t = performance.now()
    const r = await q(`select distinct p.user_id from unnest($1::text[], $2::text[]) as done (bug_id, actor_id)
    cross join lateral (${mergedTree('done.bug_id')} ${followersOfTree} and f.user_id = any($3::text[])) as p
    where p.user_id is distinct from done.actor_id`, [[id], [staff.userId], people])
    console.log('concerned', r.rows.length, performance.now() - t)
  }
}, 600000)
