import { anActor } from '#testing/an-actor.ts'
import { searchedWords } from '#bench/scale/searched-words.ts'
import { type DatabaseServer, openDatabaseServer } from '#bench/data-set/database-server.ts'
import { prepareDataSet } from '#bench/data-set/prepare.ts'
import { checkRoom } from '#bench/data-set/room.ts'
import type { Options } from '#bench/options.ts'
import type { Closing } from '#bench/processes/closing.ts'
import { scaleScenarios } from '#bench/scenarios/scale-scenarios.ts'
import type { Actor } from '#server/access/actor.ts'
import { openDatabase } from '#server/db/database.ts'
import { viewBug } from '#server/features/bug-page/view-bug.ts'
import { listBugs as list } from '#server/features/finding/list-bugs.ts'
import { validate } from '#server/http/validate.ts'
import { listBugs } from '#shared/bugs/contract.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { type Ran, recordingDb } from './recording-db.ts'

/**
 * Makes each read of the scale measurement once more, and writes beside it how PostgreSQL does that: a file a scenario
 * with every statement as the product sent it, its values, and its plan with times and buffers. The second of two calls is
 * kept: by then what the product remembers is remembered.
 * @returns the folder
 */
export async function runExplain(options: Options, say: (line: string) => void, closing: Closing): Promise<string> {
  const server = await openDatabaseServer(options.databaseUrl, say)
  closing.later(() => server.stop())
  const requests = options.sizes.map((bugs) => ({ bugs, directory: options.data, fresh: options.fresh }))
  await checkRoom(server, requests, false)
  let word: string | undefined
  for (const bugs of options.sizes) word = await explainSize(server, { ...options, bugs }, word, say)
  return fileURLToPath(folderOf(''))
}

const folderOf = (size: string) => new URL(`../../.cache/explain/${size}`, import.meta.url)

/** @returns the common word that was searched */
async function explainSize(
  server: DatabaseServer,
  options: Options,
  word: string | undefined,
  say: (line: string) => void,
): Promise<string> {
  const { database: name, facts } = await prepareDataSet(server, { ...options, directory: options.data }, say)
  const searched = word ?? facts.keywords.common.word
  const folder = folderOf(`${options.bugs}/`)
  await mkdir(folder, { recursive: true })
  await server.connected(name, async (client) => {
    await client.query('set default_transaction_read_only = on')
    const words = await searchedWords(client, facts.bugIds, searched)
    const actor = await someActor(client)
    const database = openDatabase({ connectionString: server.urlOf(name) }, 2, () => {})
    try {
      for (const scenario of scaleScenarios(facts, words)) {
        const isWanted = options.only.length === 0 || options.only.includes(scenario.name)
        if (scenario.kind !== 'read' || !isWanted) continue
        say(`${options.bugs.toLocaleString('en')} bugs, ${scenario.name}: ${scenario.says}`)
        const ran: Ran[] = []
        const db = recordingDb(database.db, ran)
        const url = new URL(scenario.product.paths.at(-1) ?? '/', 'http://localhost')
        const read = () =>
          url.pathname === listBugs.path
            ? list(db, actor, listQueryOf(url))
            : viewBug(db, actor, url.pathname.split('/').at(-1) ?? '')
        await read()
        ran.length = 0
        await read()
        const plans: string[] = []
        for (const one of ran) plans.push(await planOf(client, one))
        const head = `${scenario.name}: ${scenario.says}\nGET ${url.pathname}${url.search}\n${facts.bugs} bugs, ${facts.comments} comments, PostgreSQL ${server.version}\n`
        await writeFile(new URL(`${scenario.name}.txt`, folder), [head, ...plans].join('\n'))
      }
    } finally {
      await database.close()
    }
  })
  return searched
}

const listQueryOf = ({ searchParams }: URL) =>
  validate(listBugs.query, Object.fromEntries(searchParams), 'query') as QueryOf<typeof listBugs>

async function someActor(client: pg.Client): Promise<Actor> {
  const { rows } = await client.query<{ id: string; full_name: string }>(
    'select u.id, u.full_name from sessions s join users u on u.id = s.user_id order by u.id limit 1',
  )
  const [{ id, full_name: fullName } = { id: '', full_name: '' }] = rows
  return anActor({ userId: id, fullName, permissions: ['canViewData'] })
}

async function planOf(client: pg.Client, { statement, values }: Ran): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, summary) ${statement.text}`,
    [...values],
  )
  const title = statement.name === '' ? 'planned each time' : 'its plan is kept'
  const told = values.map((value, n) => `  $${n + 1} = ${shown(value)}`)
  const lines = statement.text.split('\n').map((line) => line.replace(/^ {4}/, ''))
  return [`-- ${title}`, ...lines, ...told, '', ...rows.map((row) => row['QUERY PLAN']), ''].join('\n')
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
