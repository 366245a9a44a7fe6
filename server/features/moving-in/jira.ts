import { TrackerError } from './http/tracker-error.ts'
import type { Page, TrackerClient } from './http/tracker-client.ts'
import { jsonRecords } from './json-records.ts'
import {
  type CustomValue,
  type TrackerAttachment,
  type TrackerComment,
  type TrackerIssue,
  trackerIssue,
  type TrackerPerson,
} from './tracker-issue.ts'
import { namedByTracker, Values } from './values.ts'
import { linksOf, type WrittenLink } from './links.ts'
import type { Source, SourceOptions } from './source.ts'

/** Issues, and comments, that are asked for at once. */
const pageSize = 100

/** Jira, as Server, Data Center or Cloud. */
export const jira: Source = {
  name: 'Jira',
  baseOf: (address) => placeOf(address).base,
  // A personal access token, or `address:token` as Jira Cloud has them.
  credentials: (token) => ({
    authorization: token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}`,
  }),
  fromRest: fromRest,
  fromFile: async function* (chunks, options) {
    for await (const issue of jsonRecords(chunks, ['issues'], options.onBadLine)) yield issueOf(issue, {}, options)
  },
}

interface Place {
  readonly base: URL
  readonly jql: string
}

/** Reads an address as people copy it: of a project, an issue, a search, or of the whole Jira. */
function placeOf(address: URL): Place {
  const [, before = '', rest = ''] =
    /^(.*?)(?:\/(browse|projects|issues|rest|secure)(?:\/.*)?)?\/?$/.exec(address.pathname) ?? []
  const base = new URL(`${before}/`, address.origin)
  const jql = address.searchParams.get('jql')
  if (jql) return { base, jql: jql.replace(/\s*\border\s+by\b[^]*$/i, '') }
  const [, name] = rest ? (/\/(?:browse|projects)\/([A-Za-z][\w-]*)/.exec(address.pathname) ?? []) : []
  if (!name) return { base, jql: '' }
  return { base, jql: /-\d+$/.test(name) ? `key = "${name}"` : `project = "${name}"` }
}

async function* fromRest(client: TrackerClient, address: URL, options: SourceOptions): AsyncGenerator<TrackerIssue> {
  const { base, jql } = placeOf(address)
  const isCloud = await isCloudAt(client, base)
  const bounds = [jql && `(${jql})`, sinceJql(options.since), !jql && isCloud && 'created >= "1970-01-01"']
  const query = `${bounds.filter(Boolean).join(' AND ')} ORDER BY created ASC, key ASC`.trim()
  for await (const page of isCloud ? cloudPages(client, base, query) : serverPages(client, base, query)) {
    const names = Object.fromEntries(page.at('names').entries.map(([id, name]) => [id, name.text]))
    for (const issue of page.at('issues').list) {
      yield issueOf(await withAllComments(client, base, issue), names, options)
    }
  }
}

/** Jira reads times in the zone of the account: a day earlier is early enough. */
function sinceJql(since: Date | undefined): string {
  return since ? `updated >= "${new Date(since.getTime() - 86_400_000).toISOString().slice(0, 10)}"` : ''
}

async function isCloudAt(client: TrackerClient, base: URL): Promise<boolean> {
  if (base.hostname.endsWith('.atlassian.net')) return true
  const info = new Values(await client.getIfAllowed(new URL('rest/api/2/serverInfo', base).href))
  return info.at('deploymentType').text === 'Cloud'
}

async function* serverPages(client: TrackerClient, base: URL, jql: string): AsyncGenerator<Values> {
  for (let startAt = 0; ;) {
    const page = contentOf(await client.get(searchAt(base, 'rest/api/2/search', { jql, startAt: String(startAt) })))
    const { length } = page.at('issues').list
    yield page
    startAt += length
    if (length === 0 || startAt >= page.at('total').number) return
  }
}

async function* cloudPages(client: TrackerClient, base: URL, jql: string): AsyncGenerator<Values> {
  for (let token = ''; ;) {
    const page = contentOf(
      await client.get(searchAt(base, 'rest/api/2/search/jql', { jql, ...(token && { nextPageToken: token }) })),
    )
    yield page
    token = page.at('nextPageToken').text
    if (!token || page.at('isLast').isTrue) return
  }
}

function searchAt(base: URL, path: string, given: Record<string, string>): string {
  const url = new URL(path, base)
  url.search = new URLSearchParams({
    ...given,
    maxResults: String(pageSize),
    fields: '*all',
    expand: 'names',
  }).toString()
  return url.href
}

function contentOf({ json }: Page): Values {
  const page = new Values(json)
  if (!page.at('issues').isList) throw new TrackerError('The answer holds no issues: is it the address of a Jira?')
  return page
}

/** A search gives the first comments of an issue only, when there are many. */
async function withAllComments(client: TrackerClient, base: URL, issue: Values): Promise<Values> {
  const given = issue.at('fields', 'comment')
  const comments = given.at('comments').list.map(({ raw }) => raw)
  const total = given.at('total').number
  if (comments.length >= total) return issue
  const all: unknown[] = []
  while (all.length < total) {
    const url = new URL(`rest/api/2/issue/${encodeURIComponent(issue.at('id').text)}/comment`, base)
    url.search = new URLSearchParams({ startAt: String(all.length), maxResults: String(pageSize) }).toString()
    const page = new Values((await client.get(url.href)).json).at('comments').list
    if (page.length === 0) break
    all.push(...page.map(({ raw }) => raw))
  }
  const fields = Object.fromEntries(issue.at('fields').entries.map(([name, value]) => [name, value.raw]))
  return new Values({
    ...Object.fromEntries(issue.entries.map(([name, value]) => [name, value.raw])),
    fields: { ...fields, comment: { comments: all, total: all.length } },
  })
}

/** Fields that have a place of their own below, or only say again what another one says. */
const placed = new Set([
  ...['summary', 'description', 'environment', 'created', 'reporter', 'assignee', 'status', 'resolution', 'priority'],
  ...['issuetype', 'project', 'components', 'labels', 'versions', 'fixVersions', 'issuelinks', 'parent', 'comment'],
  ...['attachment', 'security', 'subtasks', 'worklog', 'creator', 'votes', 'watches', 'statusCategory'],
  ...['workratio', 'progress', 'aggregateprogress', 'aggregatetimeoriginalestimate', 'aggregatetimeestimate'],
  ...['aggregatetimespent', 'timetracking', 'lastViewed', 'statuscategorychangedate', 'thumbnail', 'issuerestriction'],
])

function issueOf(issue: Values, names: Readonly<Record<string, string>>, options: SourceOptions): TrackerIssue {
  const fields = issue.at('fields')
  const key = issue.at('key').text
  const resolution = fields.at('resolution', 'name').text
  const custom = customFields(fields, names)
  // Jira has none of its own; most who need one have a field of this name.
  const severity = custom.find(({ name }) => /^severity$/i.test(name))
  const comments = fields.at('comment')
  const missing = comments.at('total').number - comments.at('comments').list.length
  if (missing > 0) options.findings.add('comments that the export does not hold', key, '', missing)
  return trackerIssue({
    id: key || issue.at('id').text,
    key,
    title: fields.at('summary').text,
    text: fields.at('description').text,
    markup: 'jira',
    moreTexts: [{ heading: 'Environment', text: fields.at('environment').text }],
    created: fields.at('created').text,
    reporter: personOf(fields.at('reporter').isThere ? fields.at('reporter') : fields.at('creator')),
    assignee: personOf(fields.at('assignee')),
    status: fields.at('status', 'name').text,
    statusKind: statusKinds[fields.at('status', 'statusCategory', 'key').text] ?? null,
    resolution,
    priority: fields.at('priority', 'name').text,
    type: fields.at('issuetype', 'name').text,
    product: fields.at('project', 'name').text || fields.at('project', 'key').text,
    components: fields.at('components').textsAt('name'),
    labels: fields.at('labels').texts,
    versions: fields.at('versions').textsAt('name'),
    fixedVersions: fields.at('fixVersions').textsAt('name'),
    versionFacts: [...fields.at('versions').list, ...fields.at('fixVersions').list].map((version) => ({
      name: version.at('name').text,
      due: version.at('releaseDate').text,
      isReleased: version.at('released').isTrue,
    })),
    closedOn: fields.at('resolutiondate').text,
    ...linksOf(writtenLinks(fields), resolution, options.linkFor),
    isPrivate: fields.at('security').isRecord,
    comments: comments.at('comments').list.map(commentOf),
    attachments: fields.at('attachment').list.map(attachmentOf),
    severity: severity?.values.join(', ') ?? '',
    customFields: custom.filter((field) => field !== severity),
    others: others(issue),
  })
}

const statusKinds: Readonly<Record<string, TrackerIssue['statusKind']>> = {
  new: 'open',
  undefined: 'open',
  indeterminate: 'started',
  done: 'done',
}

function personOf(person: Values): TrackerPerson | null {
  if (!person.isRecord) return null
  const login = person.at('name').text || person.at('accountId').text || person.at('key').text
  const email = person.at('emailAddress').text
  return {
    name: person.at('displayName').text || login,
    // Public servers write `ada at example dot org`.
    email: /^[^\s@]+@[^\s@]+$/.test(email) ? email : '',
    account: person.at('accountId').text || person.at('key').text || login,
    login,
  }
}

function commentOf(comment: Values): TrackerComment {
  return {
    id: comment.at('id').text,
    author: personOf(comment.at('author')),
    created: comment.at('created').text,
    text: comment.at('body').text,
    isPrivate: comment.at('visibility').isRecord || comment.at('jsdPublic').raw === false,
  }
}

function attachmentOf(attachment: Values): TrackerAttachment {
  return {
    id: attachment.at('id').text,
    name: attachment.at('filename').text,
    author: personOf(attachment.at('author')),
    created: attachment.at('created').text,
    url: attachment.at('content').text,
    isPrivate: false,
  }
}

function writtenLinks(fields: Values): WrittenLink[] {
  const parent = fields.at('parent', 'key').text
  return [
    ...(parent ? [{ says: 'is a subtask of', id: parent, means: 'parent' as const }] : []),
    ...fields.at('issuelinks').list.flatMap((link) => {
      const isOutward = link.at('outwardIssue').isRecord
      const id = link.at(isOutward ? 'outwardIssue' : 'inwardIssue', 'key').text
      const says = link.at('type', isOutward ? 'outward' : 'inward').text || link.at('type', 'name').text
      return id ? [{ says, id }] : []
    }),
  ]
}

function customFields(fields: Values, names: Readonly<Record<string, string>>): CustomValue[] {
  return fields.entries
    .filter(([id]) => id.startsWith('customfield_'))
    .map(([id, value]) => ({ id, name: names[id] ?? id, values: wordsOf(value) }))
    .filter(({ values }) => values.length > 0)
}

/** Returns what people read of a value, whatever its kind. */
function wordsOf(value: Values): string[] {
  if (value.isList) return value.list.flatMap(wordsOf)
  if (!value.isRecord) return value.text.trim() === '' ? [] : [value.text]
  const word = ['value', 'name', 'displayName', 'key'].map((name) => value.at(name).text).find((text) => text !== '')
  const words = word === undefined ? [JSON.stringify(value.raw)] : [word]
  const child = wordsOf(value.at('child'))
  return child.length > 0 ? [`${words.join(', ')} > ${child.join(', ')}`] : words
}

/** Returns every other fact, so that nothing is left out without a word. */
function others(issue: Values): Record<string, string> {
  const fields = issue.at('fields')
  const found = namedByTracker<string>()
  for (const [name, value] of fields.entries) {
    if (placed.has(name) || name.startsWith('customfield_')) continue
    const words = wordsOf(value).join(', ')
    if (words) found[name] = words
  }
  const counts = {
    votes: fields.at('votes', 'votes').number,
    watchers: fields.at('watches', 'watchCount').number,
    'entries of work': Math.max(fields.at('worklog', 'total').number, fields.at('worklog', 'worklogs').list.length),
    'changes before': issue.at('changelog', 'histories').list.length,
  }
  for (const [name, count] of Object.entries(counts)) if (count > 0) found[name] = String(count)
  const creator = personOf(fields.at('creator'))
  const reporter = personOf(fields.at('reporter'))
  if (creator && reporter && creator.account !== reporter.account) found['entered by'] = creator.name
  return found
}
