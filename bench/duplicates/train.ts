import { featureNames } from '#server/features/similar/engine/features.ts'
import { shippedWeights } from '#server/features/similar/engine/shipped-weights.ts'
import type { FeatureWeights } from '#server/features/similar/engine/weights.ts'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { collectExamples, type Examples } from './examples.ts'
import { fitWeights } from './fit-weights.ts'
import { readSets, SetError } from './read-set.ts'

// Fits the weights that the product ships on the training parts of all sets, and writes them into the project:
// node bench/duplicates/train.ts --data DIR

const target = fileURLToPath(new URL('../../server/features/similar/engine/fitted-weights.ts', import.meta.url))
const say = (line: string) => process.stderr.write(`train: ${line}\n`)

try {
  const { data } = parseArgs({ options: { data: { type: 'string' } } }).values
  if (!data) throw new SetError('--data DIR is missing.')
  const examples: Examples[] = []
  for (const set of await readSets(data)) {
    say(set.name)
    examples.push(await collectExamples(set, shippedWeights))
  }
  const { title, full } = fitWeights(examples, shippedWeights.lexical)
  await writeFile(
    target,
    `import type { FittedFeatures } from './shipped-weights.ts'

// Written by bench/duplicates/train.ts: mean, standard deviation and weight of each feature.

export const fittedTitle: FittedFeatures = ${objectOf(title)}

export const fittedFull: FittedFeatures = ${objectOf(full)}
`,
  )
  say(`wrote ${target}`)
} catch (error) {
  if (!(error instanceof SetError)) throw error
  say(error.message)
  process.exitCode = 2
}

function objectOf({ mean, spread, weight }: FeatureWeights): string {
  const rounded = (number: number | undefined) => Number((number ?? 0).toPrecision(5))
  const lines = featureNames.map((name, at) => {
    const numbers = [mean, spread, weight].map((column) => rounded(column[at]))
    return `  ${name}: [${numbers.join(', ')}],\n`
  })
  return `{\n${lines.join('')}}`
}
