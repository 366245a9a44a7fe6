import type { DatabaseServer } from '#bench/data-set/database-server.ts'
import { openCopy } from '#bench/data-set/open-copy.ts'
import { cookieOf } from '#bench/data-set/people.ts'
import type { DataSetRequest } from '#bench/data-set/prepare.ts'
import { startChild } from '#bench/processes/child.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { databaseTime, spent } from '#bench/processes/database-time.ts'
import type { ServerQuestion } from '#bench/servers/questions.ts'
import { setTimeout } from 'node:timers/promises'

export interface NewsBenchResult {
  readonly bugs: number
  readonly texts: string
  readonly followers: number
  readonly comments: number
  /** Median milliseconds of a comment on a bug without followers, and on one with many. */
  readonly few: number
  readonly many: number
  /** Notifications, and the seconds from the first comment until all were stored. */
  readonly decided: number
  readonly seconds: number
  /** Seconds of processors, by the server and the database, with those of the comments themselves. */
  readonly processor: number
}

const followers = 1_000
const comments = 50

/**
 * Measures what a comment costs its writer when a thousand people follow the bug, in turns with one that nobody follows, and how
 * quickly it is decided that they are told.
 * @param closing ends the server and drops the copy of the data
 */
export async function runNewsBench(
  server: DatabaseServer,
  request: DataSetRequest,
  say: (line: string) => void,
  closing: Closing,
): Promise<NewsBenchResult> {
  const { name, url, facts } = await openCopy(server, request, say, closing)
  const [quiet = '', followed = ''] = await server.connected(name, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from bugs order by md5(id) limit 2')
    const ids = rows.map(({ id }) => id)
    await client.query('delete from bug_followers where bug_id = any($1)', [ids])
    await client.query(
      `with people as (
        insert into users (id, email, password_hash, full_name, given_name, family_name, created_on)
          select 'f' || lpad(to_hex(n), 23, '0'), 'follower' || n || '@bench.example', 'none', 'Follower ' || n, 'Follower', n::text, now()
            from generate_series(1, $2::integer) n returning id
      ), roles as (insert into user_roles (user_id, role) select id, 'customer' from people)
      insert into bug_followers (bug_id, user_id, is_following, since, from_event)
        select $1, id, true, now(), (select max(id) from events) from people`,
      [ids[1], followers],
    )
    return ids
  })
  const product = startChild(new URL('../servers/product-server.ts', import.meta.url), {
    ...{ DATABASE_URL: url, HOST: '127.0.0.1', PORT: '0', CHAT_PORT: 'off', DEMO: 'off', LOG_LEVEL: 'warn' },
    SIMILAR: 'off',
  })
  closing.later(() => product.stop())
  const origin = `http://127.0.0.1:${await product.ask<number>('port' satisfies ServerQuestion, 60)}`
  const write = async (bugId: string) => {
    const since = performance.now()
    const answer = await fetch(`${origin}/api/bug/${bugId}/comments/new`, {
      method: 'POST',
      headers: { cookie: cookieOf(0), 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'The same here since the last update' }),
    })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`The product answered ${answer.status}.`)
    return performance.now() - since
  }
  return server.connected(name, async (client) => {
    for (let n = 0; n < 10; n++) await write(quiet)
    say('news: comments with and without followers')
    const own = await product.ask<number>('cpu' satisfies ServerQuestion, 60)
    const before = await databaseTime(client)
    const [few, many]: [number[], number[]] = [[], []]
    const since = performance.now()
    for (let n = 0; n < comments; n++) {
      few.push(await write(quiet))
      many.push(await write(followed))
    }
    const total = comments * followers
    const stored = async () =>
      (
        await client.query<{ n: number }>(
          `select count(*)::integer as n from notifications where bug_id = $1 and user_id >= 'f'`,
          [followed],
        )
      ).rows[0]?.n ?? 0
    let decided = await stored()
    while (decided < total) {
      await setTimeout(50)
      decided = await stored()
    }
    const seconds = (performance.now() - since) / 1000
    const microseconds =
      (await product.ask<number>('cpu' satisfies ServerQuestion, 60)) -
      own +
      (spent(before, await databaseTime(client)) ?? NaN)
    const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN
    return {
      bugs: facts.bugs,
      texts: facts.source,
      ...{ followers, comments, few: median(few), many: median(many), decided, seconds, processor: microseconds / 1e6 },
    }
  })
}
