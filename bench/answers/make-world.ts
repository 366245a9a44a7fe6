import type { Closing } from '#bench/processes/closing.ts'
import { seededRandom } from '#bench/random.ts'
import { startEmbedded } from '#server/db/embedded/start-embedded.ts'
import { startProcess } from '#testing/product-process.ts'
import { runCommandProcess } from '#testing/run-command.ts'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { actOnBugs } from './act-on-bugs.ts'
import { generateQueries } from './generate-queries.ts'
import { importLines } from './import-lines.ts'
import { writeLines } from './json-lines.ts'
import { Lexicon } from './lexicon.ts'
import type { WorldOptions } from './options.ts'
import { PersonClient } from './person-client.ts'
import { quietTime } from './quiet-times.ts'
import { emailOf, nameOf, password, type Role, roles, type WorldFacts } from './world.ts'

/**
 * Creates a data folder by the product's own commands and calls: accounts, imported reports, what people did to them,
 * and conversations; beside it the queries, so that every version gets the same ones.
 * @throws Error where the folder has content already
 */
export async function makeWorld(options: WorldOptions, say: (line: string) => void, closing: Closing): Promise<void> {
  const { world, seed } = options
  await mkdir(world, { recursive: true })
  if ((await readdir(world)).includes('data')) throw new Error(`There is a world in ${world} already.`)
  const madeOn = new Date()
  const now = madeOn.getTime()
  const dataDir = join(world, 'data')
  const settings = {
    DATA_DIR: dataDir,
    SIMILAR: 'off',
    LIMIT_CHAT_CONVERSATIONS: '100000',
    LIMIT_CHAT_MESSAGES: '100000',
  }
  for (const role of roles) await addPerson(role, settings)

  const lexicon = new Lexicon()
  const file = join(world, 'import.jsonl')
  const lines: object[] = []
  for await (const line of importLines(options, now, lexicon)) lines.push(line)
  await writeLines(file, lines)
  say(`importing ${lines.length} bugs`)
  await command(['import', file], settings)
  await rm(file)
  await noteClosings(dataDir, seed, now)

  const product = await startProcess(settings)
  let hasEnded = false
  const end = async () => {
    if (!hasEnded) await product.end()
    hasEnded = true
  }
  closing.later(end)
  const [support, staff, customer] = await Promise.all(
    roles.map((role) => PersonClient.login(product.origin, emailOf(role), password)),
  )
  if (!support || !staff || !customer) throw new Error('Nobody is there to ask.')
  const clients = { support, staff, customer }
  say('people do something with some of them')
  const found = await actOnBugs(product.origin, clients, lexicon, seed)
  say('making the queries')
  await writeLines(join(world, 'queries.jsonl'), await generateQueries(options, clients, { ...found, lexicon }))
  await end()
  const facts: WorldFacts = { madeOn: madeOn.toISOString(), bugs: options.bugs, seed }
  await writeFile(join(world, 'world.json'), `${JSON.stringify(facts)}\n`)
}

async function addPerson(role: Role, settings: Record<string, string>): Promise<void> {
  const [given = '', family = ''] = nameOf(role).split(' ')
  const names = ['--full-name', nameOf(role), '--given-name', given, '--family-name', family]
  const args = ['user', 'add', '--email', emailOf(role), ...names, '--role', role, '--password-stdin']
  await command(args, settings, `${password}\n`)
}

async function command(args: readonly string[], settings: Record<string, string>, input = ''): Promise<void> {
  const { code, stderr } = await runCommandProcess(args, settings, input)
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${stderr}`)
}

/** Sets the closing times of imported bugs, which are unknown, so that queries can use them. */
async function noteClosings(dataDir: string, seed: string, now: number): Promise<void> {
  const server = await startEmbedded({ dataDir, role: 'command' })
  const client = new pg.Client({
    host: server.socketDir,
    port: server.port,
    user: server.user,
    database: server.database,
  })
  await client.connect()
  try {
    const random = seededRandom(`${seed} closings`)
    const { rows } = await client.query<{ id: string; created_on: Date }>(
      'select id, created_on from bugs where is_closed order by id',
    )
    const closed = rows.filter(() => random() < 0.8)
    const times = closed.map(({ created_on }) => {
      const created = created_on.getTime()
      return quietTime(created + random() ** 2 * (now - created), now)
    })
    await client.query(
      `update bugs set closed_on = known.closed_on from unnest($1::text[], $2::timestamptz[]) known (id, closed_on)
        where bugs.id = known.id`,
      [closed.map(({ id }) => id), times],
    )
    await client.query('vacuum analyze')
  } finally {
    await client.end()
    await server.release()
  }
}
