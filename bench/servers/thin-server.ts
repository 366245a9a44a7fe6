import { answerParent } from '#bench/processes/answer-parent.ts'
import { authorIds } from '#bench/data-set/people.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { indexOf } from '#server/features/search/public.ts'
import Fastify from 'fastify'
import pg from 'pg'
import { processorTime, type ServerQuestion } from './questions.ts'

/**
 * The minimal server for the same data: Fastify and pg, one prepared statement per page, no session, no permission, no
 * contract, no total. A report inserts only the bug, its search rows and its event in one transaction; a comment only
 * itself and its event, without its words.
 */
interface ListRoute {
  readonly name: string
  readonly text: string
}

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DATABASE_CONNECTIONS']),
  // Some of its statements take seconds.
  statement_timeout: 20_000,
})
const lists = JSON.parse(process.env['BENCH_LISTS'] ?? '[]') as ListRoute[]

const view = {
  name: 'view',
  text: `select b.id, b.title, b.description, b.steps_to_reproduce, b.created_on, b.created_by,
      creator.full_name as creator_name, b.assigned_to, b.assigned_on, assignee.full_name as assignee_name,
      b.status, b.is_closed, b.classification, b.product, b.component, b.comment_count,
      (select json_agg(json_build_object('id', c.id, 'user', u.full_name, 'createdOn', c.created_on,
          'message', c.message) order by c.created_on, c.id)
        from comments c join users u on u.id = c.user_id where c.bug_id = b.id) as comments
    from bugs b join users creator on creator.id = b.created_by left join users assignee on assignee.id = b.assigned_to
    where b.id = $1`,
}
const insertBug = {
  name: 'bug',
  text: `insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by)
    values ($1, $2, $3, $4, $5, $6)`,
}
const insertSearch = {
  name: 'search',
  text: `with ranks as (
      insert into bug_ranks (bug_id, title_words, own_words)
      values ($1, array_to_tsvector($4::text[]), array_to_tsvector($3::text[]))
    )
    insert into bug_search (bug_id, created_on, is_closed, classification, words)
    values ($1, $2, false, 'unclassified', array_to_tsvector($3::text[]))`,
}
const insertTexts = {
  name: 'texts',
  text: 'insert into bug_texts (bug_id, comment_id, plain, pairs) values ($1, $2, $3, $4)',
}
const insertComment = {
  name: 'comment',
  text: 'insert into comments (id, bug_id, user_id, created_on, message) values ($1, $2, $3, $4, $5)',
}
const insertEvent = {
  name: 'event',
  text: 'insert into events (type, subject_id, actor_id, payload) values ($1, $2, $3, $4)',
}

const http = Fastify({ bodyLimit: 1024 * 1024 })
for (const { name, text } of lists) {
  http.get(`/${name}`, async () => (await pool.query({ name, text })).rows)
}
http.get<{ Params: { id: string } }>('/view/:id', async ({ params }) => {
  const { rows } = await pool.query({ ...view, values: [params.id] })
  return rows[0]
})

// Another word each time, so it is planned each time; the other lists are planned once.
http.get<{ Querystring: { words: string } }>('/newest-with', async ({ query }) => {
  const { rows } = await pool.query(process.env['BENCH_NEWEST_WITH'] ?? '', [query.words])
  return rows
})

let written = 0
const nextAuthor = () => authorIds[written++ % authorIds.length]

http.post<{ Body: { title: string; description: string; stepsToReproduce: string } }>('/report', async ({ body }) => {
  const now = new Date()
  const [id, author] = [newRecordId(now), nextAuthor()]
  await inTransaction(async (client) => {
    await client.query({
      ...insertBug,
      values: [id, body.title, body.description, body.stepsToReproduce, now, author],
    })
    const index = indexOf({ id, ...body }, [])
    await client.query({ ...insertSearch, values: [id, now, index.words, index.titleWords] })
    for (const { commentId, plain, pairs } of index.texts) {
      await client.query({ ...insertTexts, values: [id, commentId, plain, pairs] })
    }
    await client.query({ ...insertEvent, values: ['bug-reported', id, author, JSON.stringify(body)] })
  })
  return { id }
})

http.post<{ Params: { id: string }; Body: { message: string } }>('/comment/:id', async ({ params, body }) => {
  const now = new Date()
  const [id, author] = [newRecordId(now), nextAuthor()]
  await inTransaction(async (client) => {
    await client.query({ ...insertComment, values: [id, params.id, author, now, body.message] })
    await client.query({ ...insertEvent, values: ['comment-added', params.id, author, JSON.stringify(body)] })
  })
  return { id }
})

async function inTransaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

const port = http.listen({ host: '127.0.0.1', port: 0 }).then(() => (http.server.address() as { port: number }).port)
answerParent(async (question) => {
  if ((question as ServerQuestion) === 'port') return port
  return processorTime()
})
