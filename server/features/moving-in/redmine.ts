import { TrackerError } from './http/tracker-error.ts'
import type { TrackerClient } from './http/tracker-client.ts'
import { jsonRecords } from './json-records.ts'
import { type TrackerIssue, trackerIssue, type TrackerPerson } from './tracker-issue.ts'
import { Values } from './values.ts'
import { linksOf, type WrittenLink } from './links.ts'
import { mapAhead, type Source, type SourceOptions } from './source.ts'
import { productKey } from './github.ts'

const pageSize = 100
/** Issues whose comments are asked for at the same time. */
const ahead = 4

/** Redmine. */
export const redmine: Source = {
  name: 'Redmine',
  baseOf: (address) => placeOf(address).base,
  credentials: (token) => ({ 'x-redmine-api-key': token }),
  fromRest,
  fromFile: async function* (chunks, options) {
    for await (const record of jsonRecords(chunks, ['issues'], options.onBadLine)) {
      const issue = record.at('issue').isRecord ? record.at('issue') : record
      yield issueOf(issue, { mailOf: () => undefined, version: undefined }, options)
    }
  },
}

/** Returns the address of the Redmine, and the project if it names one. */
function placeOf(address: URL): { readonly base: URL; readonly project: string } {
  const [, before = '', project] = /^(.*?)\/projects\/([^/.]+)/.exec(address.pathname) ?? []
  const path = project ? before : address.pathname.replace(/\/issues(?:\.json)?(?:\/.*)?$/, '').replace(/\/$/, '')
  return { base: new URL(`${path}/`, address.origin), project: project ?? '' }
}

async function* fromRest(client: TrackerClient, address: URL, options: SourceOptions): AsyncGenerator<TrackerIssue> {
  const { base, project } = placeOf(address)
  const mails = new Map<string, Promise<string>>()
  const mailOf = (id: string) => {
    const known = mails.get(id) ?? askForMail(client, base, id)
    mails.set(id, known)
    return known
  }
  const versions = new Map<string, Promise<Values>>()
  const versionOf = (id: string) => {
    const known = versions.get(id) ?? askForVersion(client, base, id)
    versions.set(id, known)
    return known
  }
  const issues = mapAhead(issueIds(client, base, project, options.since), ahead, async (id) => {
    const url = new URL(`issues/${id}.json?include=journals,attachments,relations`, base)
    const issue = new Values((await client.get(url.href)).json).at('issue')
    const people = [issue.at('author'), issue.at('assigned_to')]
    for (const person of [
      ...people,
      ...issue.at('journals').list.map((one) => one.at('user')),
      ...issue.at('attachments').list.map((one) => one.at('author')),
    ]) {
      if (person.at('id').isThere) await mailOf(person.at('id').text)
    }
    const known = new Map(await Promise.all([...mails].map(async ([id, mail]) => [id, await mail] as const)))
    const versionId = issue.at('fixed_version', 'id').text
    return { issue, known, version: versionId === '' ? undefined : await versionOf(versionId) }
  })
  for await (const { issue, known, version } of issues) {
    yield issueOf(issue, { mailOf: (id) => known.get(id), version }, options)
  }
}

/** An issue has its version by name alone. */
async function askForVersion(client: TrackerClient, base: URL, id: string): Promise<Values> {
  return new Values(await client.getIfAllowed(new URL(`versions/${encodeURIComponent(id)}.json`, base).href)).at(
    'version',
  )
}

/** Administrators see people's addresses; for others, people are known by their names. */
async function askForMail(client: TrackerClient, base: URL, id: string): Promise<string> {
  const user = new Values(await client.getIfAllowed(new URL(`users/${encodeURIComponent(id)}.json`, base).href))
  return user.at('user', 'mail').text
}

async function* issueIds(
  client: TrackerClient,
  base: URL,
  project: string,
  since: Date | undefined,
): AsyncGenerator<string> {
  for (let offset = 0; ;) {
    const url = new URL(project ? `projects/${encodeURIComponent(project)}/issues.json` : 'issues.json', base)
    url.search = new URLSearchParams({
      status_id: '*',
      sort: 'id',
      limit: String(pageSize),
      offset: String(offset),
      ...(since && { updated_on: `>=${since.toISOString().slice(0, 19)}Z` }),
    }).toString()
    const page = new Values((await client.get(url.href)).json)
    if (!page.at('issues').isList) throw new TrackerError('The answer holds no issues: is it the address of a Redmine?')
    const { list } = page.at('issues')
    for (const issue of list) yield issue.at('id').text
    offset += list.length
    if (list.length === 0 || offset >= page.at('total_count').number) return
  }
}

interface Asked {
  readonly mailOf: (id: string) => string | undefined
  /** What is known of the version that fixes it. */
  readonly version: Values | undefined
}

function issueOf(issue: Values, { mailOf, version }: Asked, options: SourceOptions): TrackerIssue {
  const id = issue.at('id').text
  const person = (value: Values) => personOf(value, mailOf)
  const status = issue.at('status')
  const severity = issue.at('custom_fields').list.find((field) => /^severity$/i.test(field.at('name').text))
  const parent = issue.at('parent', 'id').text
  return trackerIssue({
    id,
    key: `${productKey(issue.at('project', 'name').text)}-${id}`,
    title: issue.at('subject').text,
    text: issue.at('description').text,
    markup: options.markup ?? 'textile',
    created: issue.at('created_on').text,
    reporter: person(issue.at('author')),
    assignee: person(issue.at('assigned_to')),
    status: status.at('name').text,
    statusKind: status.at('is_closed').isThere
      ? status.at('is_closed').isTrue
        ? 'done'
        : 'open'
      : issue.at('closed_on').text
        ? 'done'
        : null,
    priority: issue.at('priority', 'name').text,
    severity: severity ? wordsOf(severity.at('value')).join(', ') : '',
    type: issue.at('tracker', 'name').text,
    product: issue.at('project', 'name').text,
    components: [issue.at('category', 'name').text].filter((name) => name !== ''),
    milestone: issue.at('fixed_version', 'name').text,
    versionFacts: version?.isRecord
      ? [
          {
            name: issue.at('fixed_version', 'name').text,
            due: version.at('due_date').text,
            isReleased: version.at('status').text === 'closed',
          },
        ]
      : [],
    closedOn: issue.at('closed_on').text,
    ...linksOf(
      [
        ...(parent ? [{ says: 'is a subtask of', id: parent, means: 'parent' as const }] : []),
        ...issue.at('relations').list.map((relation) => writtenLink(relation, id)),
      ],
      '',
      options.linkFor,
    ),
    isPrivate: issue.at('is_private').isTrue,
    comments: issue
      .at('journals')
      .list.filter((journal) => journal.at('notes').text.trim() !== '')
      .map((journal) => ({
        id: journal.at('id').text,
        author: person(journal.at('user')),
        created: journal.at('created_on').text,
        text: journal.at('notes').text,
        isPrivate: journal.at('private_notes').isTrue,
      })),
    attachments: issue.at('attachments').list.map((file) => ({
      id: file.at('id').text,
      name: file.at('filename').text,
      author: person(file.at('author')),
      created: file.at('created_on').text,
      url: file.at('content_url').text,
      isPrivate: false,
    })),
    customFields: issue
      .at('custom_fields')
      .list.filter((field) => field !== severity)
      .map((field) => ({
        id: field.at('id').text,
        name: field.at('name').text,
        values: wordsOf(field.at('value')),
      }))
      .filter(({ values }) => values.length > 0),
    others: others(issue),
  })
}

const wordsOf = (value: Values): readonly string[] =>
  value.isList ? value.texts : value.text.trim() === '' ? [] : [value.text]

function personOf(person: Values, mailOf: (id: string) => string | undefined): TrackerPerson | null {
  const [id, name] = [person.at('id').text, person.at('name').text]
  return name || id ? { name: name || `user ${id}`, email: mailOf(id) ?? '', account: id, login: '' } : null
}

/** A relation is the same for both issues: which one it is seen from decides what it says. */
function writtenLink(relation: Values, id: string): WrittenLink {
  const [from, to] = [relation.at('issue_id').text, relation.at('issue_to_id').text]
  const type = relation.at('relation_type').text
  const isFirst = from === id
  const [first, second] = relationWords[type] ?? [type, type]
  return { says: (isFirst ? first : second) ?? type, id: isFirst ? to : from }
}

const relationWords: Readonly<Record<string, readonly [string, string]>> = {
  relates: ['relates to', 'relates to'],
  duplicates: ['duplicates', 'is duplicated by'],
  duplicated: ['is duplicated by', 'duplicates'],
  blocks: ['blocks', 'is blocked by'],
  blocked: ['is blocked by', 'blocks'],
  precedes: ['precedes', 'follows'],
  follows: ['follows', 'precedes'],
  copied_to: ['is copied to', 'is copied from'],
  copied_from: ['is copied from', 'is copied to'],
}

function others(issue: Values): Record<string, string> {
  const found: Record<string, string> = {}
  const say = (name: string, value: string) => {
    if (value && value !== '0') found[name] = value
  }
  say('started on', issue.at('start_date').text)
  say('due on', issue.at('due_date').text)
  say('closed on', issue.at('closed_on').text)
  say('updated on', issue.at('updated_on').text)
  say('done, in %', issue.at('done_ratio').text)
  say('hours estimated', issue.at('estimated_hours').text)
  say('hours spent', issue.at('spent_hours').text)
  const changes = issue.at('journals').list.flatMap((journal) => journal.at('details').list).length
  say('changes before', String(changes))
  return found
}
