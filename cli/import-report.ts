import type { ImportSummary } from '#server/features/imports/public.ts'
import { counted } from './counted.ts'

/** Fewer bugs are stored in less time than the start takes, so their speed would mean nothing. */
const worthARate = 1_000

/** Returns the lines that report what an import did. @param seconds from the command's start to its end */
export function importReport(summary: ImportSummary, dryRun: boolean, seconds: number): string[] {
  const { imported, alreadyThere, comments, people, bad, noted, linked, missing, circles, stopped } = summary
  const bugs = imported + alreadyThere
  const unlinked = [
    missing > 0 && `${count(missing)} without: the original is ${dryRun ? 'not in the file' : 'unknown'}`,
    circles > 0 && `${count(circles)} without: they would close a circle`,
  ].filter((part) => part !== false)
  const made = [counted(comments, 'comment'), ...(dryRun ? [] : [counted(people, 'person', 'people')])].join(', ')
  return [
    row(dryRun ? 'Would import' : 'Imported', `${counted(imported, 'bug')} (${made})`),
    ...(dryRun ? [] : [row('Already there', counted(alreadyThere, 'bug'))]),
    row('Bad lines', count(bad)),
    ...(noted > 0 ? [row('Repaired lines', count(noted))] : []),
    row('Duplicate links', [count(linked), ...unlinked].join('; ')),
    row('Time', `${seconds.toFixed(1)} s${bugs >= worthARate ? `, ${count(Math.round(bugs / seconds))} bugs/s` : ''}`),
    ...(dryRun ? ['Nothing was stored: this was a dry run, which does not know what is there already.'] : []),
    ...(stopped ? ['Stopped. What is imported stays; the same command again does the rest.'] : []),
  ]
}

const count = (n: number) => n.toLocaleString('en-US')
const row = (name: string, value: string) => `${`${name}:`.padEnd(17)}${value}`
