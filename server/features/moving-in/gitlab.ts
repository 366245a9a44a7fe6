import { TrackerError } from './http/tracker-error.ts'
import type { TrackerClient } from './http/tracker-client.ts'
import { jsonRecords } from './json-records.ts'
import {
  type TrackerAttachment,
  type TrackerComment,
  type TrackerIssue,
  trackerIssue,
  type TrackerPerson,
} from './tracker-issue.ts'
import { Values } from './values.ts'
import { productKey } from './github.ts'
import { linksOf, type WrittenLink } from './links.ts'
import { milestoneFacts } from './milestone-facts.ts'
import { mapAhead, type Source, type SourceOptions } from './source.ts'

const pageSize = 100
/** Issues whose comments and links are asked for at the same time. */
const ahead = 4

/** GitLab, on gitlab.com or a server of one's own. */
export const gitlab: Source = {
  name: 'GitLab',
  baseOf: (address) => apiOf(address).base,
  credentials: (token) => ({ 'private-token': token }),
  fromRest,
  fromFile: async function* (chunks, options) {
    for await (const issue of jsonRecords(chunks, ['issues'], options.onBadLine)) {
      yield issueOf(issue, issue.at('notes').list, issue.at('links').list, '', undefined, options)
    }
  },
}

/** Returns the address of the REST interface, and the path of the project. */
function apiOf(address: URL): { readonly base: URL; readonly project: string } {
  const [, before = '', encoded] = /^(.*)\/api\/v4\/projects\/([^/]+)/.exec(address.pathname) ?? []
  if (encoded) return { base: new URL(`${before}/api/v4/`, address.origin), project: decodeURIComponent(encoded) }
  const project = decoded(address.pathname)
    .replace(/\/-\/.*$/, '')
    .replace(/\/issues\/?.*$/, '')
    .replace(/\.git$/, '')
    .replaceAll(/^\/|\/$/g, '')
  if (!project.includes('/'))
    throw new TrackerError('The address of a GitLab project is https://gitlab.example.org/GROUP/PROJECT.')
  return { base: new URL('/api/v4/', address.origin), project }
}

async function* fromRest(client: TrackerClient, address: URL, options: SourceOptions): AsyncGenerator<TrackerIssue> {
  const { base, project } = apiOf(address)
  const at = (path: string, query: Record<string, string> = {}) => {
    const url = new URL(`projects/${encodeURIComponent(project)}${path}`, base)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  }
  const list = at('/issues', {
    scope: 'all',
    order_by: 'created_at',
    sort: 'asc',
    per_page: String(pageSize),
    ...(options.since && { updated_after: options.since.toISOString() }),
  })
  const issues = mapAhead(pagesOf(client, list), ahead, async (issue) => {
    const path = `/issues/${issue.at('iid').text}`
    const notes: Values[] = []
    const query = { sort: 'asc', order_by: 'created_at', per_page: String(pageSize) }
    for await (const note of pagesOf(client, at(`${path}/notes`, query))) notes.push(note)
    const links = new Values(await client.getIfAllowed(at(`${path}/links`))).list
    return { issue, notes, links }
  })
  for await (const { issue, notes, links } of issues) {
    yield issueOf(
      issue,
      notes,
      links,
      project,
      (secret, name) => at(`/uploads/${secret}/${encodeURIComponent(name)}`),
      options,
    )
  }
}

async function* pagesOf(client: TrackerClient, first: string): AsyncGenerator<Values> {
  for (let address: string | undefined = first; address !== undefined;) {
    const page = await client.get(address)
    yield* new Values(page.json).list
    address = page.next
  }
}

const idOf = (project: string, iid: string) => `${project}#${iid}`

function issueOf(
  issue: Values,
  notes: readonly Values[],
  links: readonly Values[],
  given: string,
  uploadAt: UploadAt | undefined,
  options: SourceOptions,
): TrackerIssue {
  const iid = issue.at('iid').text
  // The reference is `group/project#12`.
  const project = given || issue.at('references', 'full').text.replace(/#\d+$/, '')
  const name = project.split('/').at(-1) ?? ''
  const comments = notes.filter((note) => !note.at('system').isTrue).map(commentOf)
  const isOpen = issue.at('state').text !== 'closed'
  const original = originalOf(notes, project)
  const texts = [{ text: issue.at('description').text, isPrivate: false }, ...comments]
  return trackerIssue({
    id: idOf(project, iid),
    key: `${productKey(name)}-${iid}`,
    title: issue.at('title').text,
    text: issue.at('description').text,
    markup: 'markdown',
    created: issue.at('created_at').text,
    reporter: personOf(issue.at('author')),
    assignee: personOf(
      issue.at('assignee').isRecord ? issue.at('assignee') : (issue.at('assignees').list[0] ?? new Values(null)),
    ),
    status: isOpen ? 'opened' : 'closed',
    resolution: original ? 'duplicate' : '',
    severity: issue.at('severity').text.toLowerCase() === 'unknown' ? '' : issue.at('severity').text.toLowerCase(),
    type: issue.at('issue_type').text === 'issue' ? '' : issue.at('issue_type').text,
    product: name,
    labels: labelsOf(issue),
    milestone: issue.at('milestone', 'title').text,
    versionFacts: milestoneFacts(issue.at('milestone'), ['due_date']),
    closedOn: isOpen ? '' : issue.at('closed_at').text,
    closedBy: isOpen ? null : personOf(issue.at('closed_by')),
    ...linksOf(
      [
        ...(original ? [{ says: 'is a duplicate of', id: original, means: 'duplicate' as const }] : []),
        ...links.flatMap((link) => writtenLink(link, project)),
      ],
      '',
      options.linkFor,
    ),
    isPrivate: issue.at('confidential').isTrue,
    comments,
    attachments: uploadsIn(texts, issue, uploadAt, (name) =>
      options.findings.add('files whose names are no names of files: the texts keep them', idOf(project, iid), name),
    ),
    others: others(issue, notes),
  })
}

/** By name, or as a project's export has them. */
function labelsOf(issue: Values): string[] {
  const given = issue.at('labels').list.map((label) => label.at('name').text || label.at('title').text || label.text)
  return [...given, ...issue.at('label_links').textsAt('label', 'title')].filter((label) => label !== '')
}

function writtenLink(link: Values, project: string): WrittenLink[] {
  const iid = link.at('iid').text
  const other = link.at('references', 'full').text || idOf(project, iid)
  const says = link.at('link_type').text.replaceAll('_', ' ') || 'relates to'
  return iid ? [{ says, id: other }] : []
}

/** GitLab says which issue is repeated by a note of its own, such as `marked this issue as a duplicate of #12`. */
function originalOf(notes: readonly Values[], project: string): string {
  for (const note of notes.toReversed()) {
    const [, other, iid] =
      /^marked this (?:issue|ticket|incident|task) as a duplicate of ([\w./-]+)?#(\d+)/.exec(
        note.at('system').isTrue ? note.at('body').text : '',
      ) ?? []
    if (iid) return idOf(other ?? project, iid)
  }
  return ''
}

/** Returns the address of an upload. @param name one segment of a path, not encoded */
type UploadAt = (secret: string, name: string) => string

/**
 * Files stand in the texts as `/uploads/`, 32 digits and a name. A file is private where only private texts name it.
 * @param refuse told of a name that would lead to another address than that of an upload
 */
function uploadsIn(
  texts: readonly Pick<TrackerComment, 'text' | 'isPrivate'>[],
  issue: Values,
  uploadAt: UploadAt | undefined,
  refuse: (name: string) => void,
): TrackerAttachment[] {
  const found = new Map<string, TrackerAttachment>()
  for (const { text, isPrivate } of texts) {
    for (const [reference, secret = '', written = ''] of text.matchAll(/\/uploads\/([0-9a-f]{32})\/([^\s)"'<>\]]+)/g)) {
      const name = decoded(written)
      if (!isFileName(written) || !isFileName(name)) {
        refuse(written)
        continue
      }
      found.set(reference, {
        id: `${secret}/${written}`,
        name,
        author: personOf(issue.at('author')),
        created: issue.at('created_at').text,
        url: uploadAt ? uploadAt(secret, name) : '',
        reference,
        isPrivate: isPrivate && (found.get(reference)?.isPrivate ?? true),
      })
    }
  }
  return [...found.values()]
}

/** Whether it is one segment of a path: whoever writes a text must not choose what the token opens. */
const isFileName = (name: string) => !/^\.{0,2}$|[/?#\\]/.test(name) && name.isWellFormed()

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function personOf(person: Values): TrackerPerson | null {
  const login = person.at('username').text
  const name = person.at('name').text || login
  if (!name) return null
  return { name, email: person.at('public_email').text, account: login, login }
}

function commentOf(note: Values): TrackerComment {
  return {
    id: note.at('id').text || note.at('created_at').text,
    author: personOf(note.at('author')),
    created: note.at('created_at').text,
    text: note.at('body').text || note.at('note').text,
    isPrivate: note.at('internal').isTrue || note.at('confidential').isTrue,
  }
}

function others(issue: Values, notes: readonly Values[]): Record<string, string> {
  const found: Record<string, string> = {}
  const say = (name: string, value: string) => {
    if (value && value !== '0') found[name] = value
  }
  say('closed on', issue.at('closed_at').text)
  say('updated on', issue.at('updated_at').text)
  say('due on', issue.at('due_date').text)
  say('weight', issue.at('weight').text)
  say('milestone due on', issue.at('milestone', 'due_date').text)
  say(
    'further assignees',
    issue
      .at('assignees')
      .list.slice(1)
      .map((one) => one.at('username').text)
      .join(', '),
  )
  say('votes', issue.at('upvotes').text)
  say('votes against', issue.at('downvotes').text)
  say('time estimated, in s', issue.at('time_stats', 'time_estimate').text)
  say('time spent, in s', issue.at('time_stats', 'total_time_spent').text)
  say('changes before', String(notes.filter((note) => note.at('system').isTrue).length))
  return found
}
