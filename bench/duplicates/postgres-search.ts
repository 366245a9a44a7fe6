import type { DatabaseServer } from '#bench/data-set/database-server.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { byTyping, type ByTyping, type Figures, Places } from './figures.ts'
import { playSet, typings } from './play-set.ts'
import type { ReportSet } from './read-set.ts'

/** Number of rows that are read, so that 20 groups remain after those without a recent report are removed. */
const rows = 300
const batch = 500

const search = `
  with asked as materialized (
    select string_agg(quote_literal(lexeme), ' | ')::tsquery as words
    from unnest(to_tsvector('english', $1::text))
  )
  select bucket from report, asked where n < $2 and report.words @@ asked.words
  order by ts_rank(report.words, asked.words) desc, n limit ${rows}`

/** Searches by PostgreSQL's full text search with any of the words, by ts_rank. */
export async function measurePostgres(
  server: DatabaseServer,
  closing: Closing,
  sets: readonly ReportSet[],
  say: (line: string) => void,
): Promise<ByTyping<Figures>[]> {
  const name = `bench_duplicates_${process.pid}`
  await server.connected('postgres', (client) => client.query(`create database ${name}`))
  closing.later(() =>
    server.connected('postgres', async (client) => void (await client.query(`drop database ${name} with (force)`))),
  )
  const figures: ByTyping<Figures>[] = []
  for (const set of sets) {
    say(`${set.name}: PostgreSQL`)
    figures.push(await server.connected(name, (client) => measureSetIn(client, set)))
  }
  return figures
}

type Client = Parameters<Parameters<DatabaseServer['connected']>[1]>[0]

async function measureSetIn(client: Client, set: ReportSet): Promise<ByTyping<Figures>> {
  await client.query('drop table if exists report')
  await client.query('create table report (n int primary key, bucket int not null, words tsvector not null)')
  for (let at = 0; at < set.reports.length; at += batch) {
    const some = set.reports.slice(at, at + batch)
    const texts = some.map(({ title, description }) =>
      `${title} ${description}`.replaceAll('\u0000', '').slice(0, 200_000),
    )
    await client.query(
      `insert into report select n, bucket, to_tsvector('english', t)
       from unnest($1::int[], $2::int[], $3::text[]) as given (n, bucket, t)`,
      [some.map(({ n }) => n), some.map(({ bucket }) => bucket), texts],
    )
  }
  await client.query('create index on report using gin (words)')
  await client.query('analyze report')
  const places = byTyping(() => new Places())
  await playSet(
    set,
    'test',
    async ({ report, query, placeIn }) => {
      for (const typing of typings) {
        const { title, description } = query(typing)
        const started = performance.now()
        const text = `${title} ${description ?? ''}`.replaceAll('\u0000', '')
        const found = await client.query<{ bucket: number }>(search, [text, report.n])
        const groups = new Set(found.rows.map(({ bucket }) => String(bucket)))
        places[typing].add(placeIn(groups), performance.now() - started)
      }
    },
    () => {},
  )
  return byTyping((typing) => places[typing].figures())
}
