import { runProgram } from '#bench/program.ts'
import { mailsReport } from './mails-report.ts'
import { readMailsOptions, usage } from './options.ts'
import { recordedActions } from './recorded-actions.ts'
import { replay } from './replay.ts'

await runProgram({
  name: 'bench:mails',
  usage,
  readOptions: readMailsOptions,
  longest: () => 3 * 3_600_000,
  run: async (options, say, closing) => {
    const { actions, assignees } = await recordedActions(options.issues)
    const result = await replay({ actions: actions.slice(0, options.actions), assignees }, options, say, closing)
    console.log(mailsReport(result))
    return result.missed.length + result.alreadyRead > 0 ? 1 : 0
  },
})
