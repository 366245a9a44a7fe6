import type { Closing } from '#bench/processes/closing.ts'
import { startProcess } from '#testing/product-process.ts'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readLines, writeLines } from './json-lines.ts'
import type { AskOptions } from './options.ts'
import { PersonClient } from './person-client.ts'
import { quietDays } from './quiet-times.ts'
import {
  type Answer,
  type Answered,
  emailOf,
  password,
  type Query,
  type Role,
  roles,
  type WorldFacts,
} from './world.ts'

const atOnce = 2
/** Longer texts are kept as their hash. */
const longText = 100

type Body = Readonly<Record<string, unknown>> & { readonly result?: readonly Readonly<Record<string, unknown>>[] }

/**
 * Starts a version on a copy of the world and sends it every query twice, because a cache may answer the second time.
 * @returns how many queries had another answer the second time
 */
export async function askAll(
  { world, checkout, out }: AskOptions,
  say: (line: string) => void,
  closing: Closing,
): Promise<number> {
  const { madeOn } = JSON.parse(await readFile(join(world, 'world.json'), 'utf8')) as WorldFacts
  if (Date.now() > Date.parse(madeOn) + quietDays * 86_400_000)
    say(`the world is of ${madeOn}: ages may have other answers than they had then`)
  const queries = await readLines<Query>(join(world, 'queries.jsonl'))
  const folder = await mkdtemp(join(tmpdir(), 'mothlight-answers-'))
  closing.later(() => rm(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  // With its owners, because the database's files belong to an account of their own.
  await promisify(execFile)('cp', ['-a', join(world, 'data'), dataDir])
  const product = await startProcess({ DATA_DIR: dataDir, SIMILAR: 'off' }, checkout)
  closing.later(async () => void (await product.end()))
  const people = new Map<Role, PersonClient>()
  for (const role of roles) people.set(role, await PersonClient.login(product.origin, emailOf(role), password))

  say(`asking ${queries.length} queries`)
  const first = await askOnce(queries, people)
  say('asking them again')
  const again = await askOnce(queries, people)
  const answers = queries.map((query, at): Answer => {
    const [before, after] = [first[at], again[at]]
    if (!before || !after) throw new Error(`There is no answer to query ${query.n}.`)
    return { ...query, ...before, ...(JSON.stringify(before) !== JSON.stringify(after) && { again: after }) }
  })
  await writeLines(out, answers)
  const others = answers.filter((answer) => answer.again)
  for (const { n, query } of others) say(`another answer the second time: ${n} ${JSON.stringify(query)}`)
  return others.length
}

async function askOnce(queries: readonly Query[], people: ReadonlyMap<Role, PersonClient>): Promise<Answered[]> {
  const answers: Answered[] = []
  const waiting = queries.entries()
  const askNext = async () => {
    for (const [at, { role, query }] of waiting) {
      const reply = await people.get(role)?.call('GET', listPath(query))
      if (reply) answers[at] = answered(reply.status, reply.body as Body)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, askNext))
  return answers
}

export function listPath(query: Query['query']): string {
  const written = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return `/api/bug/list?${written}`
}

/** Returns a reply without what differs from one request to the next. */
function answered(status: number, { result = [], error, ...rest }: Body): Answered {
  const { requestId: _, ...refusal } = (error ?? {}) as Record<string, unknown>
  return {
    status,
    ...(error !== undefined && { error: refusal }),
    ...rest,
    bugs: result.map(({ _id, matches, ...facts }) => ({
      id: String(_id),
      ...(matches !== undefined && { matches }),
      facts: Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, shortened(value)])),
    })),
  }
}

function shortened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= longText) return value
  return createHash('sha256').update(value).digest('base64url').slice(0, 16)
}
