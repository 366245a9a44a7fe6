import { terminalOfProcess } from '#cli/command.ts'
import { withDatabase } from '#cli/with-database.ts'
import { sourceLines } from '#server/features/imports/public.ts'
import { createReadStream } from 'node:fs'
import { Comparison } from './comparison.ts'
import { type StoredBug, storedBugs } from './stored-bugs.ts'
import { wordsOfMarkdown, wordsOfWiki } from './words-of-texts.ts'

/**
 * Compares the bugs of the database of DATABASE_URL or DATA_DIR, field by field, with the issues of a Jira from which
 * they were imported, and prints a table: `node testing/moving-in/compare-jira.ts FILE`, one issue a line as Jira's REST
 * interface gives it. It reads the file by itself, without the code of the import.
 */

interface Named {
  readonly name: string
}
interface Person {
  readonly name: string
  readonly displayName: string
}
interface Issue {
  readonly key: string
  readonly fields: Readonly<Record<string, unknown>> & {
    readonly summary: string
    readonly description: string | null
    readonly environment?: string | null
    readonly created: string
    readonly reporter: Person | null
    readonly assignee: Person | null
    readonly status: Named
    readonly priority: Named | null
    readonly resolution: Named | null
    readonly issuetype: Named
    readonly project: Named
    readonly components: readonly Named[]
    readonly versions: readonly Named[]
    readonly fixVersions: readonly Named[]
    readonly labels: readonly string[]
    readonly comment: { readonly comments: readonly { author: Person; body: string; created: string }[] }
    readonly attachment?: readonly { readonly filename: string }[]
    readonly issuelinks: readonly {
      readonly type: { readonly inward: string; readonly outward: string }
      readonly outwardIssue?: { readonly key: string }
      readonly inwardIssue?: { readonly key: string }
    }[]
  }
}

async function main(path: string | undefined): Promise<void> {
  if (path === undefined) throw new Error('compare-jira needs the path of the file that was imported.')
  const issues: Issue[] = []
  for await (const { text } of sourceLines(createReadStream(path)))
    issues.push(withLists(JSON.parse(text ?? '') as Issue))
  const bugs = await withDatabase(terminalOfProcess(), ({ pool }) => storedBugs(pool))
  const table = new Comparison()
  const imported = new Set(issues.map(({ key }) => key))
  for (const issue of issues) {
    const bug = bugs.get(issue.key)
    table.compare('issue', issue.key, issue.key, bug?.id ?? null)
    if (bug) compare(issue, bug, table, imported)
  }
  table.compare('all issues, no others', '', issues.length, bugs.size)
  for (const line of table.lines()) process.stdout.write(`${line}\n`)
}

/** What is empty may be left out. */
function withLists(issue: Issue): Issue {
  const empty = {
    components: [],
    versions: [],
    fixVersions: [],
    labels: [],
    issuelinks: [],
    assignee: null,
    resolution: null,
    description: null,
  }
  return { ...issue, fields: { ...empty, ...issue.fields } }
}

function compare({ key, fields }: Issue, bug: StoredBug, table: Comparison, imported: ReadonlySet<string>): void {
  const kept = (name: string) => [bug.kept[name] ?? []].flat()
  const names = (list: readonly Named[]) => list.map(({ name }) => name)
  table.compare('title', key, fields.summary.replaceAll(/\s+/g, ' ').trim(), bug.title)
  const environment = fields.environment?.trim() ? `\nEnvironment\n${fields.environment}` : ''
  const [text, ...long] = bug.description.split(/^### customfield_\d+$/m)
  compareTexts('description', key, (fields.description ?? '') + environment, text ?? '', table, [fields])
  if (long.length > 0) table.note('description', key, 'a custom field that is too long for the history follows')
  table.compare('created', key, Date.parse(fields.created), bug.createdOn.getTime())
  table.compare('reporter', key, fields.reporter?.displayName ?? null, bug.reporter)
  table.compare('assignee', key, fields.assignee?.displayName ?? null, bug.assignee)
  table.compare('status, in the source’s word', key, fields.status.name, kept('status')[0] ?? null)
  table.compare('status', key, fields.status.name, bug.status, 'four statuses here')
  table.compare('priority, in the source’s word', key, fields.priority?.name ?? null, kept('priority')[0] ?? null)
  table.compare('priority', key, fields.priority?.name.toLowerCase() ?? null, bug.priority, 'other words here')
  table.compare('resolution', key, fields.resolution?.name ?? null, kept('resolution')[0] ?? null, '', 'kept')
  table.compare('type', key, fields.issuetype.name, kept('type')[0] ?? null, '', 'kept')
  table.compare('product', key, fields.project.name, bug.product)
  table.compare('component, the first', key, fields.components[0]?.name ?? null, bug.component)
  table.compare('components, further', key, names(fields.components).slice(1), kept('components'), '', 'kept')
  table.compare('versions that have it', key, names(fields.versions), kept('version'), '', 'kept')
  table.compare('versions that fix it', key, names(fields.fixVersions), kept('fixedVersion'), '', 'kept')
  table.compare('labels', key, fields.labels.toSorted(), bug.labels, 'upper and lower case are the same label here')
  table.compare('number in the key', key, Number(/\d+$/.exec(key)?.[0]), bug.number, 'the number was taken')
  compareLinks(key, fields, bug, kept('links'), table, imported)
  const files = (fields.attachment ?? []).map(({ filename }) => filename)
  table.compare(
    'files: facts',
    key,
    files,
    kept('files').map((file) => file.replace(/ \([^()]*\)$/, '')),
    '',
    'kept',
  )
  table.compare('files: content', key, files.length, bug.files, 'the file to import holds no contents')
  compareComments(key, fields, bug, table)
  for (const [id, value] of Object.entries(fields)) {
    if (!id.startsWith('customfield_') || value === null || (Array.isArray(value) && value.length === 0)) continue
    const word = kept(id).join(', ') || (bug.description.includes(`### ${id}`) ? String(value) : '')
    table.compare('custom fields', key, wordOf(value), word, '', 'kept')
  }
  for (const name of ['updated', 'resolutiondate', 'timeestimate', 'timeoriginalestimate'] as const) {
    const value = fields[name]
    if (value === null || value === undefined) continue
    const word =
      kept('others')
        .find((other) => other.startsWith(`${name}: `))
        ?.slice(name.length + 2) ?? null
    table.compare(`${name}`, key, String(value), word, '', 'kept')
  }
}

const wordOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(wordOf).join(', ')
    : typeof value === 'object' && value !== null
      ? String((value as { value?: string }).value ?? (value as { name?: string }).name)
      : String(value)

function compareLinks(
  key: string,
  fields: Issue['fields'],
  bug: StoredBug,
  kept: readonly string[],
  table: Comparison,
  imported: ReadonlySet<string>,
): void {
  const isOpenOrDuplicate = ['Duplicate', undefined].includes(fields.resolution?.name)
  let original: string | null = null
  const others: string[] = []
  for (const { type, outwardIssue, inwardIssue } of fields.issuelinks) {
    const words = `${outwardIssue ? type.outward : type.inward} ${outwardIssue?.key ?? inwardIssue?.key ?? ''}`
    if (type.outward === 'duplicates' && outwardIssue && isOpenOrDuplicate && original === null)
      original = outwardIssue.key
    else others.push(words)
  }
  const why =
    original && !imported.has(original)
      ? 'the original is in another project, and not in the file'
      : 'it would close a circle'
  if (original ?? bug.original) table.compare('duplicate of', key, original, bug.original, why)
  table.compare('links, in the source’s words', key, others, kept, '', 'kept')
  // Both ends have the same link: how many there are says whether each has one.
  const reachable = new Set(others.map((link) => link.split(' ').at(-1)).filter((id) => id && imported.has(id)))
  const linked = new Set(bug.links.map((link) => link.split(' ').at(-1)))
  for (const id of reachable) {
    const why = 'the other end says that it repeats this one'
    table.compare('links to imported bugs', key, id, linked.has(id) ? id : null, why)
  }
}

function compareComments(key: string, fields: Issue['fields'], bug: StoredBug, table: Comparison): void {
  const { comments } = fields.comment
  table.compare('number of comments', key, comments.length, bug.comments.length)
  const ordered = comments.toSorted((a, b) => Date.parse(a.created) - Date.parse(b.created))
  for (const [index, { author, body, created }] of ordered.entries()) {
    const stored = bug.comments[index]
    table.compare('comments: author', key, author.displayName, stored?.author ?? null)
    table.compare('comments: date', key, Date.parse(created), stored?.createdOn.getTime() ?? null)
    compareTexts('comments: text', key, body, stored?.message ?? '', table, [fields])
  }
}

/** People by what mentions call them, of the whole file. */
const people = new Map<string, string>()

function compareTexts(
  field: string,
  key: string,
  wiki: string,
  markdown: string,
  table: Comparison,
  [fields]: readonly [Issue['fields']],
): void {
  for (const person of [fields.reporter, fields.assignee, ...fields.comment.comments.map(({ author }) => author)])
    if (person) people.set(person.name, person.displayName)
  const [given, stored] = [wordsOfWiki(wiki, people), wordsOfMarkdown(markdown)]
  table.compare(
    `${field}, word by word`,
    key,
    given.join(' '),
    stored.join(' '),
    'markup in code, or without an end, stays as it was typed',
  )
}

await main(process.argv[2])
