import { fieldTerm, isFieldTerm } from '#shared/custom-fields/field-name.ts'
import { anActor } from '#testing/an-actor.ts'
import { type Ran, recordingDb } from '#bench/explain/recording-db.ts'
import type { Actor } from '#server/access/actor.ts'
import { bugSorts } from '#shared/bugs/words.ts'
import { parseSearch } from '#shared/search/parse-search.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { isFullSize } from '#testing/test-size.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { find } from './find.ts'

const bugs = 100_000
let app: TestApp
let actor: Actor
let client: pg.PoolClient

/** A quarter has `lamp` and `post`, in a row in every eighth; one in 2,000 has `moth`. */
const words = `array_remove(array['bug', 'n' || n % 1000,
    case when n % 4 = 0 then 'lamp' end, case when n % 4 < 2 then 'post' end, case when n % 2000 = 0 then 'moth' end], null)`

const statements = [
  // Ids as the product makes them: they begin with the moment.
  `create temporary table made as
    select n, to_hex(1600000000 + n) || lpad(to_hex(n), 16, '0') as id, to_timestamp(1600000000 + n * 60) as created_on,
      ${words} as words, 'bug ' || n % 1000 || case when n % 8 = 0 then ' lamp post' else ' of its own' end as title,
      repeat(md5(n::text) || ' ', 15) as long
    from generate_series(1, ${bugs}) as n`,
  `insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by, is_closed, status, classification, comment_count, priority)
    select id, title, long, long, created_on, (select min(id) from users), n % 3 = 0,
      case when n % 3 = 0 then 'Closed' else 'Open' end, case when n % 5 = 0 then 'approved' else 'unclassified' end, (n % 10 = 0)::integer,
      case when n % 3 = 0 then 'high' when n % 100 = 1 then 'urgent' else 'none' end
    from made`,
  `insert into bug_search (bug_id, created_on, is_closed, classification, words)
    select id, created_on, n % 3 = 0, case when n % 5 = 0 then 'approved' else 'unclassified' end, array_to_tsvector(words) from made`,
  `insert into bug_ranks (bug_id, title_words, own_words) select id, array_to_tsvector(words[1:2]), array_to_tsvector(words) from made`,
  `insert into bug_texts (bug_id, plain, pairs) select id, ' ' || title || E' \\n ' || long, array[n % 1000] from made`,
  `insert into comments (id, bug_id, user_id, created_on, message)
    select to_hex(1700000000 + n) || lpad(to_hex(n), 16, '0'), id, (select min(id) from users), created_on, long || ' lamp' from made where n % 10 = 0`,
  // As it is some time after an import: PostgreSQL does this by itself.
  // Every third was updated since, in another order.
  `update bug_updates set updated_on = made.created_on + n % 1000 * interval '1 hour' from made where made.id = bug_updates.id and n % 3 = 0`,
  `insert into bug_snoozes (user_id, bug_id, until, from_event)
    select (select min(id) from users), id, now() + interval '1 day', 0 from made where n % 200 = 0`,
  `insert into product_fields (id, product_number, key, name, kind, choices, place)
    select lpad(n::text, 24, '0'), 0, key, key, kind, case kind when 'choice' then '{low,middle,high}'::text[] else '{}' end, n
    from unnest('{cost,risk,place,seldom}'::text[], '{number,choice,text,text}'::text[]) with ordinality as field (key, kind, n)`,
  // What few bugs have, all others have to follow.
  `insert into bug_field_values (bug_id, key, word, quantity)
    select id, 'cost', (n % 5000)::text, n % 5000 from made where n % 10 > 0
    union all select id, 'risk', (array['low', 'middle', 'high', 'old'])[1 + n % 4], null from made where n % 3 > 0
    union all select id, 'place', md5(n::text), null from made
    union all select id, 'seldom', md5(n::text), null from made where n % 5000 = 0`,
  `vacuum analyze bug_field_values, bugs, bug_updates, bug_search, bug_ranks, bug_texts, comments, bug_counts`,
]

beforeAll(async () => {
  app = await openTestApp()
  const { userId } = await app.person(['admin'])
  actor = anActor({ userId, permissions: ['canViewData', 'liveChatAdmin'] })
  client = await app.database.pool.connect()
  await client.query('set statement_timeout = 0')
  for (const statement of statements) await client.query(statement)
})
afterAll(async () => {
  client?.release()
  await app?.end()
})

const sorts = [...bugSorts, ...['cost', 'risk', 'place', 'seldom'].map(fieldTerm)]

/** Of a kind with many searches, each is tried in a third of the orders, the next one in other ones. */
const isTried = (place: number, searches: readonly string[]) => isFullSize || searches.length < 3 || place % 3 === 0

const kinds = {
  'no words': ['', 'is:open', 'class:approved is:closed'],
  'a rare word': ['moth'],
  'a common word': ['lamp', 'lamp is:open', 'lamp assignee:none'],
  'the beginning of words': ['b', 'n1'],
  'several words': ['lamp post', '(moth OR lamp)', '(lamp OR is:closed)'],
  exclusions: ['-lamp', 'post -lamp', '-"lamp post"'],
  'exclusions in a group': ['(lamp -post OR moth)', 'b (lamp is:open OR moth -post)'],
  priorities: ['priority:none', 'priority:urgent is:open', 'lamp priority:none', 'moth -priority:high'],
  phrases: ['"lamp post"', 'moth "of its own"'],
  people: ['assignee:@me', 'author:@me', 'commenter:@me', 'is:followed'],
  snoozes: ['is:snoozed', 'class:unclassified is:open -is:snoozed', 'lamp -is:snoozed'],
  'other facts': [
    'status:open',
    'created:<7d',
    'updated:<7d',
    'is:open updated:>30d',
    'lamp updated:<30d',
    'closed:>1w',
    'duplicate-of:1852a903',
    'has:attachment',
  ],
} as const

it.each(Object.entries(kinds))('no plan for %s reads the texts of all bugs, kept or not', async (kind, searches) => {
  // Where nothing must stand in a text, all words have to be looked at.
  const isIndexed = kind === 'exclusions in a group'
  for (const [n, keywords] of searches.entries())
    for (const by of sorts.filter((_, place) => isTried(n + place, searches)))
      // Far into bugs without a value of a field, all are read once.
      for (const number of isFieldTerm(by) ? [1] : [1, 300]) {
        const says = `${keywords} by ${by}, page ${number}`
        const search = parseSearch(keywords)
        if (!search.ok) throw new Error(`${keywords} can't be searched`)
        const ran: Ran[] = []
        const page = { number, size: 25 }
        const query = { search: search.root, filters: {}, order: { by, inverted: false }, page }
        await find(recordingDb(app.database.db, ran), query, actor)
        for (const { statement, values } of ran) {
          const plans = [await explained(statement.text, values)]
          if (statement.name !== '') plans.push(await explainedAsKept(statement.text, values))
          for (const plan of plans) {
            expect(plan, says).not.toMatch(/Seq Scan on (bugs|bug_texts|bug_ranks|comments|bug_field_values)\b/)
            if (isIndexed) expect(plan, says).not.toMatch(/Seq Scan on bug_search/)
          }
        }
      }
})

async function explained(text: string, values: readonly unknown[]): Promise<string> {
  return planOf(await client.query<Line>(`explain ${text}`, [...values]))
}

/** As PostgreSQL runs it once it no longer looks at the values. */
async function explainedAsKept(text: string, values: readonly unknown[]): Promise<string> {
  await client.query('set plan_cache_mode = force_generic_plan')
  try {
    return planOf(await client.query<Line>(`explain ${text}`, [...values]))
  } finally {
    await client.query('reset plan_cache_mode')
  }
}

interface Line {
  readonly 'QUERY PLAN': string
}
const planOf = ({ rows }: pg.QueryResult<Line>) => rows.map((row) => row['QUERY PLAN']).join('\n')
