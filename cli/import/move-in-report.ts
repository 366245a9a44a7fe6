import { type MoveInSummary, notCarried } from '#server/features/moving-in/public.ts'
import { counted } from '#cli/counted.ts'
import { count, importReport, row, section, storedWords } from './import-report.ts'

/** Returns the lines that report what was imported from another tracker, and what could not be carried over. */
export function moveInReport(summary: MoveInSummary, dryRun: boolean, seconds: number): string[] {
  const { bugs, files, people, findings } = summary
  const kept = findings.filter(({ name }) => name.startsWith(notCarried))
  const others = findings.filter(({ name }) => !name.startsWith(notCarried))
  const filesText = 'wanted' in files ? counted(files.wanted, 'file') : storedWords(files)
  const peopleText = dryRun
    ? `${count(people.known)} with an address, ${count(people.others)} without`
    : `${count(people.known)} with an account here, ${count(people.others)} as placeholders who can’t sign in`
  return [
    ...importReport(bugs, dryRun, seconds),
    row('Files', filesText),
    row('People', peopleText),
    ...(bugs.alreadyThere > 0
      ? ['Bugs that were there already keep what they are here: only new comments and files were added to them.']
      : []),
    ...section('Without a field here; the words are kept with each bug’s history:', kept, notCarried.length),
    ...section('Could not be carried over as it was:', others, 0),
  ]
}
