import type { OpenCopy } from '#bench/data-set/open-copy.ts'
import type { DatabaseServer } from '#bench/data-set/database-server.ts'
import { authorIds } from '#bench/data-set/people.ts'
import { type Child, startChild } from '#bench/processes/child.ts'
import type { Closing } from '#bench/processes/closing.ts'
import type { ServerQuestion } from '#bench/servers/questions.ts'
import { openDatabase } from '#server/db/database.ts'
import { importedRecordId } from '#server/db/record-id.ts'
import { accountWithSession } from '#testing/account-with-session.ts'
import type pg from 'pg'
import { searchWords } from './search-words.ts'

/** The product on a large data set, with the people and records of the measurements. */
export interface World {
  readonly bugs: number
  /** The source of the texts. */
  readonly texts: string
  readonly origin: string
  /** Cookie of a person with all permissions. */
  readonly cookie: string
  readonly userId: string
  readonly words: { readonly rare: readonly string[]; readonly common: readonly string[] }
  /** Some bugs with a few comments. */
  readonly bugIds: readonly string[]
  /** A bug with 500 comments, some of them in Markdown. */
  readonly longBugId: string
  readonly product: Child
  /** Changes a bug's description. */
  readonly describe: (bugId: string, description: string) => Promise<void>
}

const commentsOfLongBug = 500

/**
 * Starts the product on a copy of a data set, to which it adds a long bug.
 * @param pages where the built web client is
 * @param closing receives what must be undone afterwards
 */
export async function openWorld(
  server: DatabaseServer,
  copy: OpenCopy,
  pages: string,
  closing: Closing,
): Promise<World> {
  const { name, url } = copy
  const database = openDatabase({ connectionString: url }, 2, () => {})
  const reader = await accountWithSession(database, { name: 'Bench Reader', roles: ['admin'] }).finally(() =>
    database.close(),
  )
  const facts = await server.connected(name, async (client) => {
    // Whoever works through so many bugs has chosen the compact list.
    await client.query(`update users set preferences = preferences || '{"density": "compact"}' where id = $1`, [
      reader.userId,
    ])
    return {
      words: await searchWords(client),
      bugIds: await discussedBugs(client),
      longBugId: await addLongBug(client),
    }
  })
  const product = startChild(new URL('../servers/product-server.ts', import.meta.url), {
    ...{ DATABASE_URL: url, HOST: '127.0.0.1', PORT: '0', CHAT_PORT: 'off', DEMO: 'off', LOG_LEVEL: 'warn' },
    // The index of similar bugs is filled in the background after a start, and would be measured too.
    ...{ SIMILAR: 'off', LIMIT_CHAT_CONNECTIONS: '1000000', BENCH_PAGES: pages, HOME: process.env['HOME'] ?? '' },
  })
  closing.later(() => product.stop())
  const port = await product.ask<number>('port' satisfies ServerQuestion, 600)
  const { bugs, source } = copy.facts
  const describe = (bugId: string, description: string) =>
    server.connected(name, async (client) => {
      await client.query('update bugs set description = $2 where id = $1', [bugId, description])
    })
  return { bugs, texts: source, origin: `http://127.0.0.1:${port}`, ...reader, ...facts, product, describe }
}

async function discussedBugs(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from bugs where comment_count between 3 and 12 and duplicate_of is null order by id desc limit 200',
  )
  return rows.map(({ id }) => id)
}

/** Adds so many comments to the oldest bug that its page is as long as pages get. */
async function addLongBug(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from bugs order by created_on limit 1')
  const bugId = rows[0]?.id ?? ''
  const first = Date.parse('2026-02-01T00:00:00Z')
  for (let n = 0; n < commentsOfLongBug; n++) {
    const createdOn = new Date(first + n * 60_000)
    const id = importedRecordId(`long ${n}`, createdOn)
    const [userId, message] = [authorIds[n % authorIds.length], messageOf(n)]
    await client.query('insert into comments (id, bug_id, user_id, created_on, message) values ($1, $2, $3, $4, $5)', [
      ...[id, bugId, userId, createdOn, message],
    ])
    await client.query(
      `insert into events (type, subject_id, actor_id, payload, version)
       select 'comment-added', id, $2, $3, version from bugs where id = $1`,
      [bugId, userId, JSON.stringify({ commentId: id, userId, createdOn, message })],
    )
  }
  await client.query('update bugs set comment_count = comment_count + $2 where id = $1', [bugId, commentsOfLongBug])
  return bugId
}

/** Returns a comment: every third one is Markdown with a list, code and a table; the others are plain words. */
function messageOf(n: number): string {
  const plain = `I see the same on the third try, with build ${n} and a fresh profile. Nothing in the log says why, and the window stays empty until it is opened again.`
  if (n % 3 !== 0) return plain
  return `**Found it** in \`loader.ts\`:\n\n\`\`\`ts\nconst found = await load(${n})\nif (!found) throw new Error('nothing there')\n\`\`\`\n\n- the first try fails\n- the second waits\n\n| try | result |\n| --- | --- |\n| ${n} | late |\n\n${plain}`
}
