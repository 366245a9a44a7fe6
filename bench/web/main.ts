import { runProgram } from '#bench/program.ts'
import { saveResult } from '#bench/save-result.ts'
import { mkdir } from 'node:fs/promises'
import { missed } from './gates.ts'
import { readWebOptions, usage } from './options.ts'
import { runWebBench } from './run-web-bench.ts'
import { webPage } from './web-page.ts'
import { webReport } from './web-report.ts'

await runProgram({
  name: 'bench:web',
  usage,
  readOptions: readWebOptions,
  longest: () => 60 * 60_000,
  run: async (options, say, closing) => {
    if (options.profile) await mkdir(options.profile, { recursive: true })
    const result = await runWebBench(options, say, closing)
    console.log(`\n${webReport(result)}`)
    if (options.save) say(`saved as ${await saveResult(['web', ...options.only].join('-'), webPage(result))}`)
    return missed(result).length > 0 ? 1 : 0
  },
})
