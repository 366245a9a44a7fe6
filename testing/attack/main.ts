import { startTestCluster } from '#testing/test-cluster.ts'
import { parseArgs } from 'node:util'
import { growthOf, measureMemory, type Memory } from './memory.ts'
import { type Finding, openTally, type Tally } from './report.ts'
import { type AttackOptions, runAttack, targets } from './run-attack.ts'
import { openWorld, type Role, roles } from './world.ts'

const help = `npm run attack -- [options]

Tries every endpoint and every socket event with generated inputs as each role, on a product of its own: no answer may be
a 5xx, tell what the role may not see, or leave anything where it must not; memory must not grow.

  --inputs N      inputs for each role, over all endpoints and events (10000)
  --seed TEXT     the same seed gives the same inputs (random)
  --role A,B      ${roles.join(', ')} (all)
  --only A,B      names of endpoints and socket events (all)
`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      inputs: { type: 'string', default: '10000' },
      seed: { type: 'string', default: Math.random().toString(36).slice(2, 10) },
      role: { type: 'string', default: roles.join(',') },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  const asked = values.role.split(',')
  const only = values.only.split(',').filter(Boolean)
  const unknown = [...asked.filter((role) => !isRole(role)), ...only.filter((name) => !targets.includes(name))]
  if (values.help || unknown.length > 0 || !/^[1-9]\d{0,6}$/.test(values.inputs)) {
    console.log(unknown.length > 0 ? `There is no ${unknown.join(', ')}.\n\n${help}` : help)
    return values.help ? 0 : 2
  }
  const groups = (only.length > 0 ? only : targets).map((name) => [name])
  const inputsEach = Math.ceil(Number(values.inputs) / groups.length)
  console.log(`Seed ${values.seed}: ${inputsEach} inputs for each of ${groups.length} endpoints and events`)
  const { cluster, stop } = await startTestCluster()
  let found = 0
  try {
    for (const role of asked.filter(isRole)) {
      const tally = openTally(tell)
      const memory = await attackAs(role, { inputsEach, seed: values.seed, groups }, tally, cluster)
      summarise(role, tally, memory)
      found += tally.findings.length
    }
  } finally {
    await stop()
  }
  console.log(found === 0 ? 'Nothing was found.' : `${found} findings; the same seed finds them again.`)
  return found === 0 ? 0 : 1
}

const isRole = (name: string): name is Role => (roles as readonly string[]).includes(name)

/** Attacks in one role, after a tenth of it as warm-up. */
async function attackAs(
  role: Role,
  options: AttackOptions,
  tally: Tally,
  cluster: Parameters<typeof openWorld>[1],
): Promise<[Memory, Memory]> {
  const world = await openWorld(role, cluster)
  const began = performance.now()
  try {
    const progress = (what: string) => (done: number, total: number) => {
      if (process.stdout.isTTY) process.stdout.write(`\r${role}: ${what} ${done} of ${total} `)
    }
    const inputsEach = Math.ceil(options.inputsEach / 10)
    await runAttack(
      world,
      role,
      { ...options, inputsEach, seed: `${options.seed} warm`, progress: progress('warming up') },
      tally,
    )
    const warm = measureMemory()
    await runAttack(world, role, { ...options, progress: progress('attacked') }, tally)
    const end = measureMemory()
    const growth = growthOf(warm, end)
    if (growth) tally.finding({ target: 'memory', wrong: growth })
    console.log(`\n${role}: ${Math.round((performance.now() - began) / 1000)} s`)
    return [warm, end]
  } finally {
    await world.end()
  }
}

function tell({ target, wrong, input }: Finding): void {
  console.log(`\nFOUND ${target}: ${wrong}${input ? `\n      by ${input}` : ''}`)
}

function summarise(role: Role, tally: Tally, [warm, end]: [Memory, Memory]): void {
  const statuses = [...tally.byStatus].toSorted(([a], [b]) => a - b).map(([status, n]) => `${status || 'none'}: ${n}`)
  const slow = [...tally.slowest].toSorted(([, a], [, b]) => b - a).slice(0, 3)
  console.log(
    `\n${role}: ${tally.calls} calls; answers ${statuses.join(', ')}; ${tally.accepted.size} of ${targets.length} accepted some`,
  )
  console.log(`  slowest ${slow.map(([name, ms]) => `${name} ${Math.round(ms)} ms`).join(', ')}`)
  console.log(
    `  heap ${warm.heap} → ${end.heap} MB, resident ${warm.resident} → ${end.resident} MB; ${tally.findings.length} findings`,
  )
}

process.exitCode = await main()
