import { type Command, UsageError } from '#cli/command.ts'
import { counted } from '#cli/counted.ts'
import { readOptions } from '#cli/read-options.ts'
import type { Finding, Level } from './finding.ts'
import { runChecks } from './run-checks.ts'

const signs: Readonly<Record<Level, string>> = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' }
const mostNodes = 1000

export const doctorCommand: Command = {
  usage: 'doctor [--deep] [--start] [--nodes N] [--json]',
  summary: 'Looks at the set-up and says what is wrong with it and what to do.',
  details: [
    'Takes the settings of the server from the environment, as the server does. Starts and changes nothing; works while',
    'the product runs and while it does not. Ends with 1 when there is a problem, with 0 when all is well or there are',
    'warnings only.',
    '--deep     looks for every attached file, and at every bug’s history; takes minutes on large databases',
    '--start    starts the embedded database for the looks where it does not run, and stops it again',
    '--nodes N  processes that share the database (1), to see whether it allows enough connections',
    '--json     prints one JSON object: { counts, findings: [{ check, level, message, fix? }] }',
  ],
  run: async (args, { env, say, tell }) => {
    const { values, positionals } = readOptions(args, {
      deep: { type: 'boolean' },
      start: { type: 'boolean' },
      json: { type: 'boolean' },
      nodes: { type: 'string' },
    })
    if (positionals.length > 0) throw new UsageError(`doctor takes no argument, and got '${positionals[0]}'.`)
    const options = { isDeep: values.deep === true, mayStart: values.start === true, nodes: nodesIn(values.nodes) }
    const findings = await runChecks(env, options, tell)
    const counts = {
      ok: countOf(findings, 'ok'),
      warning: countOf(findings, 'warning'),
      problem: countOf(findings, 'problem'),
    }
    if (values.json) say(JSON.stringify({ counts, findings }, null, 2))
    else for (const line of report(findings, counts)) say(line)
    return counts.problem === 0 ? 0 : 1
  },
}

function nodesIn(given: string | undefined): number {
  const nodes = Number(given ?? 1)
  if (Number.isInteger(nodes) && nodes >= 1 && nodes <= mostNodes) return nodes
  throw new UsageError(`--nodes must be a whole number from 1 to ${mostNodes}, not '${given}'.`)
}

const countOf = (findings: readonly Finding[], level: Level) => findings.filter((one) => one.level === level).length

function report(findings: readonly Finding[], counts: Readonly<Record<Level, number>>): string[] {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.flatMap(({ check, level, message, fix }) => [
    `${signs[level]} ${check.padEnd(width)}  ${message}`,
    ...(fix === undefined ? [] : [`${' '.repeat(9 + width)}  → ${fix}`]),
  ])
  const all = counts.problem + counts.warning === 0
  return [
    ...lines,
    '',
    all ? 'All is well.' : `${counted(counts.problem, 'problem')}, ${counted(counts.warning, 'warning')}.`,
  ]
}
