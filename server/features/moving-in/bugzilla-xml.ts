import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { TrackerError } from './http/tracker-error.ts'
import type { TrackerAttachment, TrackerPerson } from './tracker-issue.ts'
import { Values } from './values.ts'
import type { BugzillaBug } from './bugzilla-bug.ts'

/** Looks at the beginning of a file. @returns all of it again, and whether it is XML */
export async function isXml(chunks: AsyncIterable<Buffer>): Promise<{ isXml: boolean; all: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  const first = await iterator.next()
  const head = first.done
    ? ''
    : first.value
        .toString('utf8', 0, 100)
        .replace(/^\ufeff/, '')
        .trimStart()
  async function* all() {
    if (!first.done) yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { isXml: head.startsWith('<'), all: all() }
}

/** An element with its texts and what is in it. */
interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
  readonly children: Element[]
}

/**
 * Reads the XML of Bugzilla's bug pages, bug by bug.
 * @param folder where the files that it holds are put
 * @throws TrackerError when it is no such XML
 */
export async function* bugzillaXml(
  chunks: AsyncIterable<Buffer>,
  folder: () => Promise<string>,
): AsyncGenerator<BugzillaBug> {
  const bugs: Element[] = []
  const stack: Element[] = []
  const parser = new SaxesParser()
  const addText = (text: string) => {
    const inner = stack.at(-1)
    if (inner) inner.text += text
  }
  parser.on('error', (error) => {
    throw new TrackerError(`The file is no XML of Bugzilla: ${error.message}.`)
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('opentag', ({ name, attributes }) => {
    // What stands around the bugs is not kept.
    if (stack.length > 0 || name === 'bug') stack.push({ name, attributes, text: '', children: [] })
  })
  parser.on('closetag', () => {
    const closed = stack.pop()
    if (!closed) return
    const around = stack.at(-1)
    if (around) around.children.push(closed)
    else bugs.push(closed)
  })
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }))
    for (const bug of bugs.splice(0)) yield await bugOf(bug, folder)
  }
  parser.close()
  for (const bug of bugs.splice(0)) yield await bugOf(bug, folder)
}

/** The names that the XML has for what the REST interface calls otherwise. */
const restNames: Readonly<Record<string, string>> = {
  bug_id: 'id',
  short_desc: 'summary',
  creation_ts: 'creation_time',
  delta_ts: 'last_change_time',
  rep_platform: 'platform',
  bug_status: 'status',
  dup_id: 'dupe_of',
  bug_file_loc: 'url',
  status_whiteboard: 'whiteboard',
  bug_severity: 'severity',
  bug_type: 'type',
}

async function bugOf(bug: Element, folder: () => Promise<string>): Promise<BugzillaBug> {
  const error = bug.attributes['error']
  if (error)
    throw new TrackerError(`Bugzilla did not export a bug (${error}): the export needs an account that sees it.`)
  const all = (name: string) => bug.children.filter((child) => child.name === name)
  const facts: Record<string, unknown> = {}
  for (const { name, text } of bug.children) {
    const rest = restNames[name] ?? name
    if (!(rest in facts)) facts[rest] = text.trim()
  }
  const texts = (name: string) => all(name).map(({ text }) => text.trim())
  return {
    facts: new Values({
      ...facts,
      creation_time: timestamp(String(facts['creation_time'] ?? '')),
      keywords: texts('keywords').flatMap((text) => text.split(/,\s*/)),
      depends_on: texts('dependson'),
      blocks: texts('blocked'),
      cc: texts('cc'),
      groups: texts('group'),
      see_also: texts('see_also'),
      flags: [],
    }),
    reporter: personOf(all('reporter')[0]),
    assignee: personOf(all('assigned_to')[0]),
    comments: all('long_desc').map((comment, index) => ({
      id: textOf(comment, 'commentid') || String(index),
      author: personOf(childOf(comment, 'who')),
      created: timestamp(textOf(comment, 'bug_when')),
      text: childOf(comment, 'thetext')?.text ?? '',
      isMarkdown: textOf(comment, 'is_markdown') === '1',
      isPrivate: comment.attributes['isprivate'] === '1',
    })),
    attachments: await Promise.all(all('attachment').map((file) => attachmentOf(file, folder))),
  }
}

async function attachmentOf(file: Element, folder: () => Promise<string>): Promise<TrackerAttachment> {
  const id = textOf(file, 'attachid')
  const data = childOf(file, 'data')
  const isHere = data?.attributes['encoding'] === 'base64'
  const path = isHere ? join(await folder(), createHash('sha256').update(id).digest('hex')) : ''
  if (isHere) await writeFile(path, Buffer.from(data.text, 'base64'), { mode: 0o600 })
  return {
    id,
    name: textOf(file, 'filename') || textOf(file, 'desc'),
    author: personOf(childOf(file, 'attacher')),
    created: timestamp(textOf(file, 'date')),
    url: '',
    ...(isHere && { file: path }),
    reference: id,
    isPrivate: file.attributes['isprivate'] === '1',
  }
}

const childOf = ({ children }: Element, name: string) => children.find((child) => child.name === name)
const textOf = (element: Element, name: string) => childOf(element, name)?.text.trim() ?? ''

/** Bugzilla writes `2010-02-03 04:05:06 +0000`. */
const timestamp = (text: string) => text.trim().replace(/\s+(?=[+-]\d{4}$)/, '')

/** Whom bugs are given to while nobody has them. */
const nobody = /^nobody(@|$)|^unassigned(@|$)/i

function personOf(element: Element | undefined): TrackerPerson | null {
  const login = element?.text.trim() ?? ''
  if (!login || nobody.test(login)) return null
  return { name: element?.attributes['name'] || login, email: login.includes('@') ? login : '', account: login, login }
}
