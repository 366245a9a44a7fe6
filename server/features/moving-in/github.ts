import { TrackerError } from './http/tracker-error.ts'
import type { TrackerClient } from './http/tracker-client.ts'
import { jsonRecords } from './json-records.ts'
import { type TrackerComment, type TrackerIssue, trackerIssue, type TrackerPerson } from './tracker-issue.ts'
import { Values } from './values.ts'
import { linksOf } from './links.ts'
import { milestoneFacts } from './milestone-facts.ts'
import type { Source, SourceOptions } from './source.ts'

const pageSize = 100

/** GitHub, also as Enterprise Server. */
export const github: Source = {
  name: 'GitHub',
  baseOf: (address) => apiOf(address).base,
  credentials: (token) => ({ authorization: `Bearer ${token}` }),
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
  fromRest,
  fromFile,
}

/** Returns the address of the REST interface, and the repository. */
function apiOf(address: URL): { readonly base: URL; readonly repository: string } {
  const [, before = '', owner, name] =
    /^(.*?\/repos)?\/([^/]+)\/([^/]+?)(?:\.git)?(?:\/.*)?$/.exec(address.pathname) ?? []
  if (!owner || !name)
    throw new TrackerError('The address of a GitHub repository is https://github.com/OWNER/REPOSITORY.')
  const repository = `${owner}/${name}`
  if (before) return { base: new URL(`${before.slice(0, -'repos'.length)}`, address.origin), repository }
  const isPublic = address.hostname === 'github.com' || address.hostname === 'www.github.com'
  return { base: new URL(isPublic ? 'https://api.github.com/' : `${address.origin}/api/v3/`), repository }
}

async function* fromRest(client: TrackerClient, address: URL, options: SourceOptions): AsyncGenerator<TrackerIssue> {
  const { base, repository } = apiOf(address)
  const since = options.since?.toISOString()
  const comments = await commentsOf(client, listAt(base, repository, 'issues/comments', { since }))
  const pages = pagesOf(client, listAt(base, repository, 'issues', { state: 'all', since }))
  for await (const issue of pages) {
    if (issue.at('pull_request').isRecord) continue
    const number = issue.at('number').number
    let own = comments.get(number) ?? []
    // The list of all comments ends early in a very large repository, and with `since` it has only the latest.
    if (own.length < issue.at('comments').number) {
      own = []
      const list = listAt(base, repository, `issues/${number}/comments`, {})
      for await (const comment of pagesOf(client, list)) own.push(comment)
    }
    comments.delete(number)
    yield issueOf(issue, own, repository, options)
  }
}

function listAt(base: URL, repository: string, path: string, query: Record<string, string | undefined>): string {
  const url = new URL(`repos/${repository}/${path}`, base)
  const given = Object.entries({ ...query, sort: 'created', direction: 'asc', per_page: String(pageSize) })
  for (const [name, value] of given) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

async function* pagesOf(client: TrackerClient, first: string): AsyncGenerator<Values> {
  for (let address: string | undefined = first; address !== undefined;) {
    const page = await client.get(address)
    yield* new Values(page.json).list
    address = page.next
  }
}

async function commentsOf(client: TrackerClient, list: string): Promise<Map<number, Values[]>> {
  const comments = new Map<number, Values[]>()
  for await (const comment of pagesOf(client, list)) addTo(comments, comment)
  return comments
}

function addTo(comments: Map<number, Values[]>, comment: Values): void {
  const number = Number(/\/issues\/(\d+)$/.exec(comment.at('issue_url').text)?.[1] ?? 0)
  const own = comments.get(number)
  if (own) own.push(comment)
  else comments.set(number, [comment])
}

/** Issues and comments as the REST interface gives them, in any order, or issues as `gh issue list --json` does. */
async function* fromFile(chunks: AsyncIterable<Buffer>, options: SourceOptions): AsyncGenerator<TrackerIssue> {
  const issues: Values[] = []
  const comments = new Map<number, Values[]>()
  for await (const record of jsonRecords(chunks, ['issues', 'items'], options.onBadLine)) {
    if (record.at('issue_url').isThere) addTo(comments, record)
    else if (record.at('number').isThere && !record.at('pull_request').isRecord) issues.push(record)
  }
  for (const issue of issues) {
    const url = issue.at('repository_url').text || issue.at('html_url').text || issue.at('url').text
    const repository = /\/(?:repos\/)?([^/]+\/[^/]+?)(?:\/issues\/\d+)?$/.exec(url)?.[1] ?? ''
    const inside = issue.at('comments')
    const own = inside.isList ? [...inside.list] : (comments.get(issue.at('number').number) ?? [])
    const missing = inside.isList ? 0 : inside.number - own.length
    if (missing > 0)
      options.findings.add(
        'comments that the export does not hold',
        idOf(repository, issue.at('number').text),
        '',
        missing,
      )
    yield issueOf(issue, own, repository, options)
  }
}

const idOf = (repository: string, number: string) => `${repository}#${number}`

/** Returns a key as products here have them, from the name of a repository. */
export function productKey(name: string): string {
  const letters = name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^\d+/, '')
    .slice(0, 10)
  return letters.length < 2 ? 'BUG' : letters
}

function issueOf(issue: Values, own: readonly Values[], repository: string, options: SourceOptions): TrackerIssue {
  const number = issue.at('number').text
  const name = repository.split('/').at(-1) ?? ''
  const isOpen = issue.at('state').text.toLowerCase() === 'open'
  const reason = (issue.at('state_reason').text || issue.at('stateReason').text).toLowerCase().replaceAll('_', ' ')
  const resolution = isOpen ? '' : reason
  const comments = own.map(commentOf)
  const original =
    isOpen || reason === 'duplicate' || reason === 'not planned' || reason === ''
      ? originalOf([issue.at('body').text, ...comments.map(({ text }) => text)], repository)
      : ''
  const parent = /\/repos\/([^/]+\/[^/]+)\/issues\/(\d+)$/.exec(issue.at('parent_issue_url').text)
  const assignees = issue.at('assignees').list
  const linked = [issue.at('body').text, ...comments.map(({ text }) => text)].flatMap(filesIn)
  const id = idOf(repository, number)
  if (linked.length > 0)
    options.findings.add('files in texts that stay at GitHub: the texts link to them', id, linked[0], linked.length)
  return trackerIssue({
    id,
    key: `${productKey(name)}-${number}`,
    title: issue.at('title').text,
    text: issue.at('body').text,
    markup: 'markdown',
    created: issue.at('created_at').text || issue.at('createdAt').text,
    reporter: personOf(issue.at('user').isRecord ? issue.at('user') : issue.at('author')),
    assignee: personOf(issue.at('assignee').isRecord ? issue.at('assignee') : (assignees[0] ?? new Values(null))),
    status: isOpen ? 'open' : 'closed',
    resolution: original ? 'duplicate' : resolution,
    type: issue.at('type', 'name').text,
    product: name,
    labels: issue
      .at('labels')
      .list.map((label) => label.at('name').text || label.text)
      .filter((label) => label !== ''),
    milestone: issue.at('milestone', 'title').text,
    versionFacts: milestoneFacts(issue.at('milestone'), ['due_on', 'dueOn']),
    closedOn: issue.at('closed_at').text || issue.at('closedAt').text,
    closedBy: personOf(issue.at('closed_by')),
    ...linksOf(
      [
        ...(original ? [{ says: 'is a duplicate of', id: original, means: 'duplicate' as const }] : []),
        ...(parent
          ? [{ says: 'is a sub-issue of', id: idOf(parent[1] ?? '', parent[2] ?? ''), means: 'parent' as const }]
          : []),
      ],
      '',
      options.linkFor,
    ),
    comments,
    others: others(issue, assignees),
  })
}

/** GitHub says which issue is repeated by a comment that begins so. */
function originalOf(texts: readonly string[], repository: string): string {
  for (const text of texts) {
    const [, other, number] =
      /^\s*duplicate of\s+(?:https?:\/\/[^/\s]+\/(?=[^/\s]+\/[^/\s]+\/issues\/))?([\w.-]+\/[\w.-]+)?(?:#|\/issues\/)(\d+)\b/im.exec(
        text,
      ) ?? []
    if (number) return idOf(other ?? repository, number)
  }
  return ''
}

const files =
  /https:\/\/(?:github\.com\/(?:user-attachments\/|[^/\s]+\/[^/\s]+\/(?:assets|files)\/)|user-images\.githubusercontent\.com\/)[^\s)"'<>]+/g
const filesIn = (text: string) => text.match(files) ?? []

function personOf(person: Values): TrackerPerson | null {
  const login = person.at('login').text
  if (!login) return null
  return { name: person.at('name').text || login, email: person.at('email').text, account: login, login }
}

function commentOf(comment: Values): TrackerComment {
  return {
    id: comment.at('id').text,
    author: personOf(comment.at('user').isRecord ? comment.at('user') : comment.at('author')),
    created: comment.at('created_at').text || comment.at('createdAt').text,
    text: comment.at('body').text,
    isPrivate: false,
  }
}

function others(issue: Values, assignees: readonly Values[]): Record<string, string> {
  const found: Record<string, string> = {}
  const say = (name: string, value: string) => {
    if (value && value !== '0') found[name] = value
  }
  say('closed on', issue.at('closed_at').text || issue.at('closedAt').text)
  say('updated on', issue.at('updated_at').text || issue.at('updatedAt').text)
  say(
    'further assignees',
    assignees
      .slice(1)
      .map((one) => one.at('login').text)
      .join(', '),
  )
  say('milestone due on', issue.at('milestone', 'due_on').text)
  say('reactions', issue.at('reactions', 'total_count').text)
  say('locked', issue.at('locked').isTrue ? issue.at('active_lock_reason').text || 'yes' : '')
  return found
}
