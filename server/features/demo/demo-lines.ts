import { readFile } from 'node:fs/promises'

const demoFile = new URL('../../../samples/demo.jsonl', import.meta.url)
const dayMs = 86_400_000

/** Stands for the demo account wherever a line names a person. */
const demoPlaceholder = '@demo'

interface DemoComment {
  readonly author: string
  readonly daysAgo: number
  readonly message: string
}

/** A line of samples/demo.jsonl: as in an import, with ages in days in place of dates. */
interface DemoLine {
  readonly createdDaysAgo: number
  readonly reporter: string
  readonly assignee?: string
  readonly assignedDaysAgo?: number
  readonly comments?: readonly DemoComment[]
}

export interface DemoPerson {
  readonly fullName: string
  readonly email: string
}

/**
 * The demo's bugs as lines of an import, aged from `now`, so that the demo always looks as if it were in use.
 * @param account takes the place of `@demo`
 */
export async function demoLines(account: DemoPerson, now: Date): Promise<string[]> {
  const text = await readFile(demoFile, 'utf8')
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.stringify(importedLine(JSON.parse(line) as DemoLine, account, now)))
}

function importedLine(line: DemoLine, account: DemoPerson, now: Date): Record<string, unknown> {
  const { createdDaysAgo, reporter, assignee, assignedDaysAgo, comments = [], ...rest } = line
  const before = (days: number) => new Date(now.getTime() - days * dayMs).toISOString()
  const person = (name: string) => (name === demoPlaceholder ? { name: account.fullName, email: account.email } : name)
  return {
    ...rest,
    created: before(createdDaysAgo),
    reporter: person(reporter),
    ...(assignee && { assignee: person(assignee) }),
    ...(assignedDaysAgo !== undefined && { assignedOn: before(assignedDaysAgo) }),
    comments: comments.map(({ author, daysAgo, message }) => ({
      author: person(author),
      created: before(daysAgo),
      message,
    })),
  }
}
