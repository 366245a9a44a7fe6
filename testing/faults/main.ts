/** `npm run faults`: breaks things under load and counts what is lost. Exits with 1 when anything is. */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { cleanAll } from './left-behind.ts'
import { faults, type FaultName, isFaultName } from './all.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '100' },
    events: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const say = (line: string) => process.stdout.write(`${line}\n`)

function chosen(): FaultName[] {
  const all = Object.keys(faults) as FaultName[]
  const names = values.only?.split(',') ?? all
  const unknown = names.find((name) => !isFaultName(name))
  if (unknown !== undefined) {
    process.stderr.write(`There is no fault '${unknown}'; there are ${all.join(', ')}.\n`)
    process.exit(2)
  }
  return names.filter(isFaultName)
}

if (values.help) {
  say('Usage: npm run faults -- [--only a,b] [--rounds 100] [--events 10000] [--seconds 30] [--seed n]')
  say('')
  for (const [name, { summary }] of Object.entries(faults)) say(`  ${name.padEnd(18)} ${summary}`)
  say('')
  say(
    'rounds: how often what can strike again strikes; seconds: how long what lasts lasts; events: how many are told of.',
  )
  process.exit(0)
}

let interruptions = 0
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interruptions++
    if (interruptions === 1) return say('  interrupted: what was done is checked; once more ends it at once')
    return void cleanAll().finally(() => process.exit(1))
  })
}
const isOver = () => interruptions > 0

let failed = 0
for (const name of chosen()) {
  if (isOver()) break
  say(`\n${name} (seed ${values.seed})`)
  const startedAt = performance.now()
  const { figures, losses, skipped } = await faults[name].run({
    rounds: Number(values.rounds),
    events: Number(values.events),
    seconds: Number(values.seconds),
    seed: values.seed,
    isOver,
    say: (line) => say(`  … ${line}`),
  })
  if (skipped !== undefined) {
    say(`  skipped: ${skipped}`)
    continue
  }
  for (const [what, figure] of Object.entries(figures)) say(`  ${what}: ${figure}`)
  say(`  took ${Math.round((performance.now() - startedAt) / 1000)} s`)
  say(losses.length === 0 ? '  nothing lost, nothing broken' : `  ${losses.length} THINGS LOST OR BROKEN`)
  for (const loss of losses.slice(0, 50)) say(`  - ${loss}`)
  if (losses.length > 0) failed++
}
say(failed === 0 ? '\nall as it should be' : `\n${failed} faults with losses`)
process.exit(failed === 0 ? 0 : 1)
