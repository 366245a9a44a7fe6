import type { ImportSummary } from '#server/features/imports/public.ts'
import type { Finding, Findings, StoredFiles } from '#server/features/moving-in/public.ts'
import { counted } from '#cli/counted.ts'

/** Fewer bugs are stored in less time than the start takes, so their speed would mean nothing. */
const worthARate = 1_000

/** Returns the lines that report what an import did. @param seconds from the command's start to its end */
export function importReport(summary: ImportSummary, dryRun: boolean, seconds: number): string[] {
  const { imported, alreadyThere, continued, comments, people, bad, noted, linked, missing, circles, links, stopped } =
    summary
  const bugs = imported + alreadyThere
  const unknown = dryRun ? 'not in the file' : 'unknown'
  const unlinked = [
    missing > 0 && `${count(missing)} without: the original is ${unknown}`,
    circles > 0 && `${count(circles)} without: they would close a circle`,
  ].filter((part) => part !== false)
  const notMade = [
    links.missing > 0 && `${count(links.missing)} without: the other bug is ${unknown}`,
    links.circles > 0 && `${count(links.circles)} without: they would close a circle`,
  ].filter((part) => part !== false)
  const made = [counted(comments, 'comment'), ...(dryRun ? [] : [counted(people, 'person', 'people')])].join(', ')
  return [
    row(dryRun ? 'Would import' : 'Imported', `${counted(imported, 'bug')} (${made})`),
    ...(dryRun
      ? []
      : [
          row(
            'Already there',
            `${counted(alreadyThere, 'bug')}${continued > 0 ? `, ${count(continued)} with new comments` : ''}`,
          ),
        ]),
    row('Bad lines', count(bad)),
    ...(noted > 0 ? [row('Repaired lines', count(noted))] : []),
    row('Duplicate links', [count(linked), ...unlinked].join('; ')),
    ...(links.linked + notMade.length > 0 ? [row('Other links', [count(links.linked), ...notMade].join('; '))] : []),
    row('Time', `${seconds.toFixed(1)} s${bugs >= worthARate ? `, ${count(Math.round(bugs / seconds))} bugs/s` : ''}`),
    ...(dryRun ? ['Nothing was stored: this was a dry run, which does not know what is there already.'] : []),
    ...(stopped ? ['Stopped. What is imported stays; the same command again does the rest.'] : []),
  ]
}

/** Returns what became of the files that the lines name. */
export function filesReport(
  { files: listed }: ImportSummary,
  stored: StoredFiles | undefined,
  refused: Findings,
  dryRun: boolean,
): string[] {
  if (listed.length === 0) return []
  const words = stored
    ? storedWords(stored)
    : dryRun
      ? counted(listed.length, 'file')
      : `${counted(listed.length, 'file')} left out: name the folder that has them with --files`
  return [row('Files', words), ...section('Could not be stored:', refused.all, 0)]
}

/** Returns how many files were stored. */
export const storedWords = ({ stored, alreadyThere, refused }: StoredFiles): string =>
  `${count(stored)} stored, ${count(alreadyThere)} there already, ${count(refused)} refused`

/** Returns findings below their heading. @param from where their names begin that are told */
export function section(heading: string, findings: readonly Finding[], from: number): string[] {
  if (findings.length === 0) return []
  return [
    '',
    heading,
    ...findings.map(
      ({ name, count: n, bugs, examples }) =>
        `  ${name.slice(from)}: ${n === bugs ? counted(bugs, 'bug') : `${count(n)} in ${counted(bugs, 'bug')}`} (${examples.join('; ')})`,
    ),
  ]
}

export const count = (n: number): string => n.toLocaleString('en-US')

/** Returns a line of a report. */
export const row = (name: string, value: string): string => `${`${name}:`.padEnd(17)}${value}`
