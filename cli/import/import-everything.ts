import { checkExport, importExport } from '#server/features/backup/public.ts'
import type { SourceLine } from '#server/features/imports/public.ts'
import { migrations } from '#migrations/all.ts'
import type { ExitCode, Terminal } from '#cli/command.ts'
import type { ImportFile } from '#cli/import-file.ts'
import { withPlaceToFill } from '#cli/open-database.ts'
import { StepProgress } from '#cli/step-progress.ts'
import { stoppable } from '#cli/stop-signal.ts'

/** Imports an export of a whole Mothlight into an empty database. @param lines of the file, including the first one */
export async function importEverything(
  file: ImportFile,
  lines: AsyncIterable<SourceLine>,
  dryRun: boolean,
  { env, stderr, say, tell }: Terminal,
): Promise<ExitCode> {
  const started = performance.now()
  const progress = new StepProgress(stderr)
  const onLine = (line: number) => {
    const part = file.size ? `, ${Math.floor((file.read / file.size) * 100)} % of the file` : ''
    progress.update(`${line.toLocaleString('en-US')} lines${part}`)
  }
  try {
    const counts = await stoppable(
      () => tell('Stopping …'),
      (signal) => {
        if (dryRun) return checkExport(lines, { signal, onLine })
        const step = (what: string) => progress.step(what)
        return withPlaceToFill(env, step, (database, attachments) =>
          importExport(database, attachments, lines, { migrations, signal, onLine, say: step }),
        )
      },
    )
    progress.end()
    say(dryRun ? 'Would import, in lines:' : 'Imported, in lines:')
    for (const [type, n] of Object.entries(counts)) say(`  ${`${type}:`.padEnd(18)}${n.toLocaleString('en-US')}`)
    if (dryRun) say('Nothing was stored: this was a dry run, which looks at each line by itself.')
    else say(`Time: ${((performance.now() - started) / 1000).toFixed(1)} s`)
    return 0
  } finally {
    progress.end()
  }
}
