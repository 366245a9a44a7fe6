import { Readable } from 'node:stream'
import { TrackerError } from './http/tracker-error.ts'
import type { TrackerClient } from './http/tracker-client.ts'
import { jsonRecords } from './json-records.ts'
import { type TrackerIssue, trackerIssue, type TrackerPerson } from './tracker-issue.ts'
import { Values } from './values.ts'
import type { BugzillaBug } from './bugzilla-bug.ts'
import { bugzillaXml, isXml } from './bugzilla-xml.ts'
import { productKey } from './github.ts'
import { linksOf } from './links.ts'
import type { Source, SourceOptions } from './source.ts'

/** Bugs whose comments and files are asked for at once. */
const pageSize = 50

/** Bugzilla, by its REST interface (5.0 and newer) or the XML of its bug pages. */
export const bugzilla: Source = {
  name: 'Bugzilla',
  baseOf: (address) => placeOf(address).base,
  credentials: (token) => ({ 'x-bugzilla-api-key': token }),
  fromRest,
  fromFile: async function* (chunks, options) {
    const { isXml: asXml, all } = await isXml(chunks)
    if (asXml) {
      for await (const bug of bugzillaXml(all, options.folder)) yield issueOf(bug, options)
      return
    }
    for await (const bug of jsonRecords(all, ['bugs'], options.onBadLine)) {
      yield issueOf(
        bugOfRest(bug, bug.at('comments').list, bug.at('attachments').list, () => undefined),
        options,
      )
    }
  },
}

/** Returns the address of the Bugzilla, and what of it is asked for: the query of a list of bugs. */
function placeOf(address: URL): { readonly base: URL; readonly query: URLSearchParams } {
  const path = address.pathname.replace(/(?:buglist|show_bug|query|describecomponents)\.cgi$|rest\/?(?:bug)?$/, '')
  return { base: new URL(path.endsWith('/') ? path : `${path}/`, address.origin), query: address.searchParams }
}

async function* fromRest(client: TrackerClient, address: URL, options: SourceOptions): AsyncGenerator<TrackerIssue> {
  const { base, query } = placeOf(address)
  if (query.size === 0)
    throw new TrackerError('The address of a Bugzilla needs what to import, such as ?product=NAME after buglist.cgi.')
  for (let offset = 0; ;) {
    const bugs = await page(client, base, query, offset, options.since)
    if (bugs.length === 0) return
    offset += bugs.length
    const ids = bugs.map((bug) => bug.at('id').text)
    const comments = await ofBugs(client, base, ids, 'comment', '')
    const files = await ofBugs(client, base, ids, 'attachment', '&exclude_fields=data')
    for (const bug of bugs) {
      const id = bug.at('id').text
      const open = (file: Values) => async () => {
        const url = new URL(`rest/bug/attachment/${encodeURIComponent(file.at('id').text)}`, base)
        const data = new Values((await client.get(url.href)).json).at('attachments', file.at('id').text, 'data').text
        return Readable.from([Buffer.from(data, 'base64')])
      }
      const own = comments.at(id, 'comments')
      yield issueOf(bugOfRest(bug, own.isList ? own.list : comments.at(id).list, files.at(id).list, open), options)
    }
  }
}

async function page(
  client: TrackerClient,
  base: URL,
  query: URLSearchParams,
  offset: number,
  since: Date | undefined,
): Promise<readonly Values[]> {
  const url = new URL('rest/bug', base)
  for (const [name, value] of query)
    if (!['list_id', 'query_format', 'order', 'limit', 'offset'].includes(name)) url.searchParams.append(name, value)
  url.searchParams.set('order', 'bug_id')
  url.searchParams.set('limit', String(pageSize))
  url.searchParams.set('offset', String(offset))
  if (since) url.searchParams.set('last_change_time', since.toISOString())
  const bugs = new Values((await client.get(url.href)).json).at('bugs')
  if (!bugs.isList) throw new TrackerError('The answer holds no bugs: is it the address of a Bugzilla?')
  return bugs.list
}

async function ofBugs(
  client: TrackerClient,
  base: URL,
  ids: readonly string[],
  what: string,
  more: string,
): Promise<Values> {
  const [first = '', ...rest] = ids.map(encodeURIComponent)
  const query = rest.map((id) => `&ids=${id}`).join('') + more
  const url = new URL(`rest/bug/${first}/${what}?${query.slice(1)}`, base)
  return new Values((await client.get(url.href)).json).at('bugs')
}

function bugOfRest(
  bug: Values,
  comments: readonly Values[],
  attachments: readonly Values[],
  open: (file: Values) => (() => Promise<Readable>) | undefined,
): BugzillaBug {
  return {
    facts: bug,
    reporter: personOf(bug.at('creator_detail'), bug.at('creator').text),
    assignee: personOf(bug.at('assigned_to_detail'), bug.at('assigned_to').text),
    comments: comments.map((comment) => ({
      id: comment.at('id').text,
      author: personOf(comment.at('creator_detail'), comment.at('creator').text || comment.at('author').text),
      created: comment.at('creation_time').text || comment.at('time').text,
      text: comment.at('text').text,
      isMarkdown: comment.at('is_markdown').isTrue,
      isPrivate: comment.at('is_private').isTrue,
    })),
    attachments: attachments.map((file) => {
      const opens = open(file)
      return {
        id: file.at('id').text,
        name: file.at('file_name').text || file.at('summary').text,
        author: personOf(file.at('creator_detail'), file.at('creator').text || file.at('attacher').text),
        created: file.at('creation_time').text,
        url: '',
        reference: file.at('id').text,
        ...(opens && { open: opens }),
        isPrivate: ['1', 'true'].includes(file.at('is_private').text),
      }
    }),
  }
}

/** Whom bugs are given to while nobody has them. */
const nobody = /^nobody(@|$)|^unassigned(@|$)/i

function personOf(detail: Values, login: string): TrackerPerson | null {
  const name = detail.at('real_name').text || detail.at('nick').text || login
  const email = [detail.at('email').text, login].find((text) => /^[^\s@]+@[^\s@]+$/.test(text)) ?? ''
  return name && !nobody.test(login) ? { name, email, account: login, login } : null
}

function issueOf(
  { facts, reporter, assignee, comments, attachments }: BugzillaBug,
  options: SourceOptions,
): TrackerIssue {
  const id = facts.at('id').text
  const listed = (name: string) =>
    facts.at(name).isList ? facts.at(name).texts : facts.at(name).text ? [facts.at(name).text] : []
  const [description, ...rest] = comments
  const markup = options.markup ?? 'plain'
  const ofText = (isMarkdown: boolean) => (isMarkdown ? 'markdown' : markup)
  const version = facts.at('version').text
  const milestone = facts.at('target_milestone').text
  const original = facts.at('dupe_of').text
  return trackerIssue({
    id,
    key: `${productKey(facts.at('product').text)}-${id}`,
    title: facts.at('summary').text,
    // A private description is no more visible than a private comment.
    text: description && !description.isPrivate ? description.text : '',
    markup: ofText(description?.isMarkdown ?? false),
    created: facts.at('creation_time').text,
    reporter,
    assignee,
    status: facts.at('status').text,
    statusKind: facts.at('is_open').isThere ? (facts.at('is_open').isTrue ? 'open' : 'done') : null,
    resolution: facts.at('resolution').text,
    priority: facts.at('priority').text === '---' ? '' : facts.at('priority').text,
    severity: ['---', '--'].includes(facts.at('severity').text) ? '' : facts.at('severity').text,
    type: facts.at('type').text,
    product: facts.at('product').text,
    components: listed('component'),
    labels: listed('keywords'),
    versions: version === '' || version === 'unspecified' ? [] : [version],
    milestone: milestone === '---' ? '' : milestone,
    ...linksOf(
      [
        ...(original ? [{ says: 'is a duplicate of', id: original, means: 'duplicate' as const }] : []),
        ...listed('blocks').map((other) => ({ says: 'blocks', id: other, means: 'blocks' as const })),
        ...listed('depends_on').map((other) => ({ says: 'depends on', id: other, means: 'blocked by' as const })),
      ],
      '',
      options.linkFor,
    ),
    isPrivate: listed('groups').length > 0,
    comments: [
      ...(description?.isPrivate ? [{ ...description, markup: ofText(description.isMarkdown) }] : []),
      ...rest.map((comment) => ({ ...comment, markup: ofText(comment.isMarkdown) })),
    ],
    attachments,
    customFields: facts.entries
      .filter(([name]) => name.startsWith('cf_'))
      .map(([name, value]) => ({
        id: name,
        name,
        values: value.isList ? value.texts : [value.text].filter((text) => text !== '' && text !== '---'),
      }))
      .filter(({ values }) => values.length > 0),
    others: others(facts, listed),
  })
}

function others(facts: Values, listed: (name: string) => readonly string[]): Record<string, string> {
  const found: Record<string, string> = {}
  const say = (name: string, value: string) => {
    if (value && value !== '0' && value !== '---') found[name] = value
  }
  say('changed on', facts.at('last_change_time').text)
  say('hardware', facts.at('platform').text)
  say('system', facts.at('op_sys').text)
  say('whiteboard', facts.at('whiteboard').text)
  say('address', facts.at('url').text)
  say('alias', listed('alias').join(', '))
  say('see also', listed('see_also').join(', '))
  say('copies to', listed('cc').join(', '))
  say('due on', facts.at('deadline').text)
  say('votes', facts.at('votes').text)
  say('hours estimated', facts.at('estimated_time').text)
  say(
    'flags',
    facts
      .at('flags')
      .list.map((flag) => flag.at('name').text + flag.at('status').text)
      .join(', '),
  )
  return found
}
