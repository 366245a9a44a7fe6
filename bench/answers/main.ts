import { runProgram } from '#bench/program.ts'
import { askAll } from './ask-all.ts'
import { compareAnswers, differencesReport } from './compare-answers.ts'
import { readLines } from './json-lines.ts'
import { makeWorld } from './make-world.ts'
import { readAnswersOptions, usage } from './options.ts'

await runProgram({
  name: 'answers',
  usage,
  readOptions: readAnswersOptions,
  longest: () => 3 * 3_600_000,
  run: async (options, say, closing) => {
    if (options.help) return 0
    if (options.do === 'make') await makeWorld(options, say, closing)
    if (options.do === 'ask') return (await askAll(options, say, closing)) === 0 ? 0 : 1
    if (options.do !== 'compare') return 0
    const differences = compareAnswers(await readLines(options.before), await readLines(options.after))
    console.log(differencesReport(differences))
    return differences.some(({ count }) => count > 0) ? 1 : 0
  },
})
