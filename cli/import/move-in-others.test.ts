import { type CommandResult, runCommand, runCommandProcess } from '#testing/run-command.ts'
import { openTestImport, type TestImport } from '#testing/test-import.ts'
import { startTracker, type TrackerAnswer, type TrackerRequest, type TrackerServer } from '#testing/tracker-server.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const token = 'token-of-a-test'
let test: TestImport
let folder: string
let tracker: TrackerServer | undefined
beforeEach(async () => {
  test = await openTestImport()
  folder = await mkdtemp(join(tmpdir(), 'mothlight-move-in-'))
})
afterEach(async () => {
  await tracker?.close()
  tracker = undefined
  await test.drop()
  await rm(folder, { recursive: true })
})

const run = (from: string, args: readonly string[], how = runCommand): Promise<CommandResult> =>
  how(['import', '--from', from, ...args], {
    DATABASE_URL: test.url,
    DATA_DIR: folder,
    MOTHLIGHT_IMPORT_TOKEN: token,
  })

async function serve(
  answer: (request: TrackerRequest, url: string) => TrackerAnswer | undefined,
): Promise<TrackerServer> {
  tracker = await startTracker(answer)
  return tracker
}

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const bugs = async () =>
  test.rows(
    `select b.external_id as id, b.title, b.description, b.status, b.priority, b.severity, b.is_private as private, b.classification, b.product,
      (select c.name from components c where c.id = b.component_id) as component,
      r.full_name as reporter, a.full_name as assignee, o.external_id as original,
      (select e.payload -> 'imported' from events e where e.subject_id = b.id and e.type = 'bug-reported') as kept
     from bugs b join users r on r.id = b.created_by left join users a on a.id = b.assigned_to
     left join bugs o on o.id = b.duplicate_of order by b.created_on`,
  )
const comments = async () =>
  (
    await test.rows<{ id: string; author: string; message: string }>(
      `select b.external_id as id, u.full_name as author, message from comments c join bugs b on b.id = c.bug_id
       join users u on u.id = c.user_id order by c.created_on`,
    )
  ).map(({ id, author, message }) => [id, author, message])
const files = async () =>
  (
    await test.rows<{ id: string; name: string; bytes: number }>(
      `select b.external_id as id, f.name, f.bytes from attachments f join bugs b on b.id = f.bug_id order by f.name`,
    )
  ).map(({ id, name, bytes }) => [id, name, bytes])
/** The versions as `name day`, with `released`. */
const versions = async () =>
  (
    await test.rows<{ said: string }>(
      `select concat_ws(' ', name, due_on, case when is_released then 'released' end) as said from versions order by name`,
    )
  ).map(({ said }) => said)
/** When each closed bug was closed. */
const closings = async () =>
  Object.fromEntries(
    (
      await test.rows<{ id: string; on: Date }>(
        'select external_id as id, closed_on as on from bugs where closed_on is not null order by 1',
      )
    ).map(({ id, on }) => [id, on.toISOString()]),
  )
const attachmentId = async (name: string) =>
  (await test.rows<{ id: string }>('select id from attachments where name = $1', [name]))[0]?.id ?? ''

/** Runs the import twice, first as its own process: the second time it must change nothing. */
async function twice(from: string, args: readonly string[]): Promise<CommandResult> {
  const first = await run(from, args, runCommandProcess)
  const before = await test.everything()
  const again = await run(from, args)
  expect(again.code).toBe(first.code)
  expect(await test.everything()).toEqual(before)
  return first
}

describe('an import from GitHub', () => {
  const person = (login: string) => ({ login, id: login.length, type: 'User' })
  const issue = (number: number, more: object = {}) => ({
    id: 1000 + number,
    number,
    title: `Issue ${number}`,
    body: `Body *${number}*`,
    user: person('ada'),
    state: 'open',
    state_reason: null,
    labels: [],
    assignee: null,
    assignees: [],
    milestone: null,
    comments: 0,
    created_at: `2024-01-0${number}T10:00:00Z`,
    updated_at: '2024-02-01T10:00:00Z',
    closed_at: null,
    repository_url: 'https://api.github.com/repos/moths/lamp',
    html_url: `https://github.com/moths/lamp/issues/${number}`,
    ...more,
  })
  const comment = (id: number, number: number, body: string) => ({
    id,
    body,
    user: person('ben'),
    created_at: `2024-01-1${id}T10:00:00Z`,
    issue_url: `https://api.github.com/repos/moths/lamp/issues/${number}`,
  })
  const issues = [
    issue(1, {
      labels: [{ name: 'bug' }, { name: 'P1' }],
      milestone: { title: '1.0', due_on: '2024-06-01T07:00:00Z', state: 'closed' },
      assignee: person('ben'),
      assignees: [person('ben'), person('caro')],
      comments: 2,
      body: 'See `x` https://github.com/user-attachments/assets/0f3e-1',
      parent_issue_url: 'https://api.github.com/repos/moths/lamp/issues/3',
    }),
    issue(2, { state: 'closed', state_reason: 'duplicate', closed_at: '2024-01-20T10:00:00Z', comments: 1 }),
    issue(3, { state: 'closed', state_reason: 'not_planned', user: null }),
    issue(4, { pull_request: { url: 'https://api.github.com/repos/moths/lamp/pulls/4' } }),
  ]
  const all = [comment(1, 1, 'one'), comment(2, 2, 'Duplicate of #1'), comment(3, 1, '**two**')]

  const checks = async () => {
    expect(await bugs()).toMatchObject([
      {
        id: 'moths/lamp#1',
        title: 'Issue 1',
        description: 'See `x` https://github.com/user-attachments/assets/0f3e-1',
        status: 'Open',
        product: 'lamp',
        reporter: 'ada',
        assignee: 'ben',
        kept: {
          labels: ['bug', 'P1'],
          milestone: ['1.0'],
          links: ['is a sub-issue of moths/lamp#3'],
          others: expect.arrayContaining(['further assignees: caro']),
        },
      },
      { id: 'moths/lamp#2', status: 'Closed', classification: 'duplicate', original: 'moths/lamp#1' },
      { id: 'moths/lamp#3', status: 'Closed', reporter: 'Imported report', kept: { resolution: ['not planned'] } },
    ])
    expect(await versions()).toEqual(['1.0 2024-06-01 released'])
    expect(await closings()).toEqual({ 'moths/lamp#2': '2024-01-20T10:00:00.000Z' })
    expect(await comments()).toEqual([
      ['moths/lamp#1', 'ben', 'one'],
      ['moths/lamp#2', 'ben', 'Duplicate of #1'],
      ['moths/lamp#1', 'ben', '**two**'],
    ])
  }

  it('reads its REST interface page by page, and waits for its limits', async () => {
    const api = '/api/v3/repos/moths/lamp'
    const { url, requests } = await serve(({ path, query, headers }, url) => {
      if (headers.authorization !== `Bearer ${token}`) return { status: 401 }
      const pages: Record<string, readonly object[]> = {
        [`${api}/issues`]: issues,
        // The list of all comments lacks one, which the issue says it has.
        [`${api}/issues/comments`]: all.slice(0, 2),
        [`${api}/issues/1/comments`]: all.filter((one) => one.issue_url.endsWith('/1')),
      }
      const list = pages[path]
      if (!list) return undefined
      const page = Number(query.get('page') ?? 1)
      const next = `${url}${path}?page=${page + 1}`
      const headersOf = page * 2 < list.length ? { link: `<${next}>; rel="next", <${next}>; rel="last"` } : undefined
      return { json: list.slice(page * 2 - 2, page * 2), ...(headersOf && { headers: headersOf }) }
    })
    let refusals = 0
    const limited = { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' } }
    if (tracker) tracker.trouble = () => (refusals++ % 2 === 0 ? limited : undefined)
    const { code, stdout, stderr } = await twice('github', [`${url}/moths/lamp`])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Imported: +3 bugs \(3 comments, 3 people\)/)
    expect(stdout).toContain('files in texts that stay at GitHub: the texts link to them: 1 bug (moths/lamp#1:')
    expect(requests[1]?.query.get('per_page')).toBe('100')
    await checks()
  })

  it('reads what was saved of it', async () => {
    const lines = [...issues, ...all].map((one) => JSON.stringify(one)).join('\n')
    const { code } = await twice('github', [await file('issues.jsonl', lines)])
    expect(code).toBe(0)
    await checks()
  })

  it('reads what gh issue list --json writes', async () => {
    const saved = [
      {
        number: 1,
        title: 'One',
        body: 'b',
        state: 'CLOSED',
        stateReason: 'NOT_PLANNED',
        author: { login: 'ada', name: 'Ada Abbott' },
        createdAt: '2024-01-01T10:00:00Z',
        url: 'https://github.com/moths/lamp/issues/1',
        labels: [{ name: 'bug' }],
        comments: [{ id: 'IC_1', author: { login: 'ben' }, body: 'hm', createdAt: '2024-01-02T10:00:00Z' }],
      },
    ]
    await twice('github', [await file('issues.json', JSON.stringify(saved, null, 2))])
    expect(await closings()).toEqual({})
    expect(await bugs()).toMatchObject([
      {
        id: 'moths/lamp#1',
        status: 'Closed',
        reporter: 'Ada Abbott',
        kept: { labels: ['bug'], resolution: ['not planned'] },
      },
    ])
    expect(await comments()).toEqual([['moths/lamp#1', 'ben', 'hm']])
  })
})

describe('an import from Redmine', () => {
  const issues = [
    {
      id: 1,
      project: { id: 1, name: 'Moth House' },
      tracker: { id: 1, name: 'Bug' },
      status: { id: 2, name: 'In Progress', is_closed: false },
      priority: { id: 4, name: 'Urgent' },
      author: { id: 5, name: 'Ada Abbott' },
      assigned_to: { id: 6, name: 'Ben Berger' },
      category: { id: 1, name: 'wings' },
      fixed_version: { id: 1, name: '2.0' },
      parent: { id: 3 },
      subject: 'Hums',
      description: 'h3. Seen\r\n\r\n!shot.png!\r\n\r\n<pre>\r\nflap()\r\n</pre>\r\n"docs":http://a.example/',
      done_ratio: 30,
      custom_fields: [
        { id: 1, name: 'Severity', value: 'S2' },
        { id: 2, name: 'Moon', value: ['full', 'new'], multiple: true },
        { id: 3, name: 'Empty', value: '' },
      ],
      created_on: '2024-01-01T10:00:00Z',
      updated_on: '2024-02-01T10:00:00Z',
      relations: [{ id: 1, issue_id: 2, issue_to_id: 1, relation_type: 'duplicates' }],
      attachments: [
        { id: 9, filename: 'shot.png', author: { id: 6, name: 'Ben Berger' }, created_on: '2024-01-01T10:00:00Z' },
      ],
      journals: [
        {
          id: 11,
          user: { id: 6, name: 'Ben Berger' },
          notes: 'Ada wrote:\r\n> why\r\n\r\n*because*',
          created_on: '2024-01-02T10:00:00Z',
          private_notes: false,
          details: [],
        },
        {
          id: 12,
          user: { id: 6, name: 'Ben Berger' },
          notes: '',
          created_on: '2024-01-02T11:00:00Z',
          details: [{ property: 'attr', name: 'status_id' }],
        },
        {
          id: 13,
          user: { id: 6, name: 'Ben Berger' },
          notes: 'secret',
          created_on: '2024-01-02T12:00:00Z',
          private_notes: true,
          details: [],
        },
      ],
    },
    {
      id: 2,
      project: { id: 1, name: 'Moth House' },
      status: { id: 9, name: 'Asleep', is_closed: true },
      priority: { id: 2, name: 'Normal' },
      author: { id: 7, name: 'Caro Castro' },
      subject: 'Hums too',
      description: '',
      created_on: '2024-01-03T10:00:00Z',
      relations: [{ id: 1, issue_id: 2, issue_to_id: 1, relation_type: 'duplicates' }],
    },
    {
      id: 3,
      project: { id: 1, name: 'Moth House' },
      status: { name: 'New' },
      is_private: true,
      subject: 'Secret',
      author: { id: 7, name: 'Caro Castro' },
      created_on: '2024-01-04T10:00:00Z',
    },
  ]

  const checks = async () => {
    expect(await bugs()).toMatchObject([
      {
        id: '1',
        title: 'Hums',
        status: 'In Progress',
        priority: 'urgent',
        product: 'Moth House',
        component: 'wings',
        assignee: 'Ben Berger',
        kept: {
          severity: ['S2'],
          milestone: ['2.0'],
          Moon: ['full', 'new'],
          type: ['Bug'],
          links: ['is a subtask of 3', 'is duplicated by 2'],
          others: expect.arrayContaining(['done, in %: 30', 'changes before: 1']),
        },
      },
      { id: '2', status: 'Closed', priority: 'medium', classification: 'duplicate', original: '1' },
      { id: '3', private: true },
    ])
    expect(await comments()).toEqual([['1', 'Ben Berger', 'Ada wrote:\n\n> why\n\n**because**']])
  }

  it('reads its REST interface page by page, and files', async () => {
    const { url, requests } = await serve(({ path, query, headers }, url) => {
      if (headers['x-redmine-api-key'] !== token) return { status: 401 }
      if (path === '/redmine/projects/moths/issues.json') {
        const offset = Number(query.get('offset'))
        const page = issues.slice(offset, offset + 2).map(({ id, subject }) => ({ id, subject }))
        return { json: { issues: page, total_count: issues.length, offset, limit: 2 } }
      }
      const id = /^\/redmine\/issues\/(\d+)\.json$/.exec(path)?.[1]
      const issue = issues.find((issue) => String(issue.id) === id)
      const withUrls = issue?.attachments?.map((one) => ({
        ...one,
        content_url: `${url}/redmine/attachments/download/9/shot.png`,
      }))
      if (issue) return { json: { issue: { ...issue, ...(withUrls && { attachments: withUrls }) } } }
      if (path === '/redmine/users/5.json') return { json: { user: { id: 5, mail: 'ada@example.org' } } }
      if (path === '/redmine/versions/1.json')
        return { json: { version: { id: 1, name: '2.0', status: 'closed', due_date: '2024-07-01' } } }
      return path.startsWith('/redmine/attachments/') ? { bytes: Buffer.from('image') } : undefined
    })
    await test.account('ada@example.org')
    const { code, stdout, stderr } = await twice('redmine', [`${url}/redmine/projects/moths`])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Imported: +3 bugs \(1 comment, 2 people\)/)
    expect(stdout).toContain('private comments, left out: 1 bug')
    await checks()
    const [first] = await bugs()
    expect(first).toMatchObject({
      reporter: 'Ada Lovelace',
      description: `### Seen\n\n![shot.png](attachment:${await attachmentId('shot.png')})\n\n\`\`\`\nflap()\n\`\`\`\n\n[docs](http://a.example/)`,
    })
    expect(await files()).toEqual([['1', 'shot.png', 5]])
    expect(await versions()).toEqual(['2.0 2024-07-01 released'])
    expect(requests[0]?.query.get('status_id')).toBe('*')
  })

  it('reads what was saved of it', async () => {
    const { code } = await twice('redmine', [await file('issues.json', JSON.stringify({ issues }))])
    expect(code).toBe(0)
    await checks()
  })

  it('keeps fields with any name', async () => {
    const fields = ['__proto__', 'constructor'].map((name) => ({ id: name, name, value: 'odd' }))
    const path = await file('issues.json', JSON.stringify({ issues: [{ ...issues[1], custom_fields: fields }] }))
    const mapping = join(folder, 'mapping.json')
    expect(await run('redmine', [path, '--dry-run', '--mapping', mapping])).toMatchObject({ code: 0, stderr: '' })
    const written = JSON.parse(await readFile(mapping, 'utf8')) as { fields: object }
    expect(Object.entries(written.fields)).toEqual(
      fields.map(({ id, name }) => [id, { name, to: 'history', bugs: 1, example: 'odd' }]),
    )
    await run('redmine', [path])
    expect(Object.entries((await bugs())[0]?.['kept'] ?? {})).toEqual(
      expect.arrayContaining(fields.map(({ name }) => [name, ['odd']])),
    )
  })

  it('takes its texts for Markdown when it is told so', async () => {
    const path = await file('issues.json', JSON.stringify({ issues: [{ ...issues[1], description: '**a** *b*' }] }))
    await run('redmine', [path, '--markup', 'markdown'])
    expect(await bugs()).toMatchObject([{ description: '**a** *b*' }])
  })
})

describe('an import from GitLab', () => {
  const secret = '0123456789abcdef0123456789abcdef'
  const person = (username: string, name: string) => ({ id: name.length, username, name })
  const issue = (iid: number, more: object = {}) => ({
    id: 900 + iid,
    iid,
    title: `Issue ${iid}`,
    description: `Body ${iid}`,
    state: 'opened',
    author: person('ada', 'Ada Abbott'),
    assignees: [],
    labels: [],
    milestone: null,
    confidential: false,
    issue_type: 'issue',
    created_at: `2024-01-0${iid}T10:00:00.000Z`,
    references: { full: `moths/big lamp#${iid}` },
    ...more,
  })
  const note = (id: number, body: string, more: object = {}) => ({
    id,
    body,
    author: person('ben', 'Ben Berger'),
    created_at: `2024-01-1${id}T10:00:00.000Z`,
    system: false,
    internal: false,
    ...more,
  })
  const issues = [
    issue(1, {
      description: `![shot](/uploads/${secret}/shot.png) and [gone](/uploads/${secret}/gone.txt)`,
      labels: ['bug', 'night'],
      milestone: { title: '1.0', due_date: '2024-06-01', state: 'active' },
      severity: 'HIGH',
      assignees: [person('ben', 'Ben Berger')],
    }),
    issue(2, { state: 'closed', closed_at: '2024-01-20T10:00:00.000Z', closed_by: person('ben', 'Ben Berger') }),
    issue(3, { confidential: true }),
  ]
  const notes: Record<string, readonly object[]> = {
    1: [note(1, 'one'), note(2, 'changed title', { system: true }), note(3, 'secret', { internal: true })],
    2: [note(4, 'marked this issue as a duplicate of #1', { system: true })],
  }
  const links: Record<string, readonly object[]> = {
    1: [{ iid: 2, link_type: 'blocks', references: { full: 'moths/big lamp#2' } }],
  }

  const checks = async () => {
    expect(await bugs()).toMatchObject([
      {
        id: 'moths/big lamp#1',
        status: 'Open',
        product: 'big lamp',
        assignee: 'Ben Berger',
        kept: { labels: ['bug', 'night'], milestone: ['1.0'], severity: ['high'], links: ['blocks moths/big lamp#2'] },
      },
      { id: 'moths/big lamp#2', status: 'Closed', classification: 'duplicate', original: 'moths/big lamp#1' },
      { id: 'moths/big lamp#3', private: true },
    ])
    expect(await versions()).toEqual(['1.0 2024-06-01'])
    expect(await closings()).toEqual({ 'moths/big lamp#2': '2024-01-20T10:00:00.000Z' })
    expect(await comments()).toEqual([['moths/big lamp#1', 'Ben Berger', 'one']])
  }

  it('reads its REST interface page by page, and files of its texts', async () => {
    const project = '/api/v4/projects/moths/big lamp'
    const { url, requests } = await serve(({ path, query, headers }, url) => {
      if (headers['private-token'] !== token) return { status: 401 }
      if (path === `${project}/issues`) {
        const page = Number(query.get('page') ?? 1)
        const next = `${url}/api/v4/projects/moths%2Fbig%20lamp/issues?page=${page + 1}`
        return {
          json: issues.slice(page * 2 - 2, page * 2),
          headers: page === 1 ? { link: `<${next}>; rel="next"` } : {},
        }
      }
      const [, iid = '', what] = /\/issues\/(\d+)\/(notes|links)$/.exec(path) ?? []
      if (what) return { json: (what === 'notes' ? notes : links)[iid] ?? [] }
      return path === `${project}/uploads/${secret}/shot.png` ? { bytes: Buffer.from('shot') } : undefined
    })
    const { code, stdout, stderr } = await twice('gitlab', [`${url}/moths/big%20lamp`])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Imported: +3 bugs \(1 comment, 2 people\)/)
    expect(stdout).toContain('files that were refused: 1 bug (moths/big lamp#1: gone.txt: the tracker answers 404)')
    await checks()
    expect((await bugs())[0]?.['description']).toMatch(
      new RegExp(`^!\\[shot\\]\\(attachment:${await attachmentId('shot.png')}\\) and \\[gone\\]\\(attachment:`),
    )
    expect(await files()).toEqual([['moths/big lamp#1', 'shot.png', 4]])
    expect(requests[0]?.query.get('order_by')).toBe('created_at')
  })

  it('opens no address but those of uploads, and leaves out files that only private notes name', async () => {
    const names = [
      '../../../../user',
      '%2e%2e',
      'a%2F..%2F..%2Fuser',
      'a.txt?private_token=1',
      '%5Cuser',
      'a%20b%25.txt',
    ]
    const one = issue(1, { description: names.map((name) => `[x](/uploads/${secret}/${name})`).join(' ') })
    const own = [
      note(1, `/uploads/${secret}/both.txt`),
      note(2, `/uploads/${secret}/both.txt /uploads/${secret}/inner.txt`, { internal: true }),
    ]
    const { url, requests } = await serve(({ path }) => {
      if (path.endsWith('/issues')) return { json: [one] }
      if (path.endsWith('/notes')) return { json: own }
      return path.endsWith('/links') ? { json: [] } : { bytes: Buffer.from('file') }
    })
    const { code, stdout } = await twice('gitlab', [`${url}/moths/lamp`])
    expect(code).toBe(0)
    const at = `/api/v4/projects/moths/lamp/uploads/${secret}`
    const opened = requests.map(({ path }) => path).filter((path) => !/\/(issues|notes|links)$/.test(path))
    expect(opened).toEqual([`${at}/a b%.txt`, `${at}/both.txt`])
    expect((await files()).map(([, name]) => name)).toEqual(['a b%.txt', 'both.txt'])
    expect(stdout).toContain('files whose names are no names of files: the texts keep them: 5 in 1 bug (')
    expect(stdout).toContain('private files, left out: 1 bug (moths/lamp#1: inner.txt)')
    expect((await bugs())[0]?.['description']).toContain(`[x](/uploads/${secret}/../../../../user)`)
    expect((await run('gitlab', [`${url}/moths/lamp`, '--include-private'])).stdout).toMatch(
      /^Files: +1 stored, 2 there/m,
    )
  })

  it('reads the issues of a project export', async () => {
    const lines = issues.map((issue) => JSON.stringify({ ...issue, notes: notes[issue.iid], links: links[issue.iid] }))
    const { code } = await twice('gitlab', [await file('issues.ndjson', lines.join('\n'))])
    expect(code).toBe(0)
    await checks()
  })
})

describe('an import from Bugzilla', () => {
  const bug = (id: number, more: object = {}) => ({
    id,
    summary: `Bug ${id}`,
    product: 'Moth',
    component: 'Wings',
    version: '1.0',
    status: 'CONFIRMED',
    is_open: true,
    resolution: '',
    priority: 'P2',
    severity: 'major',
    target_milestone: '2.0',
    creator: 'ada@example.org',
    creator_detail: { name: 'ada@example.org', real_name: 'Ada Abbott', email: 'ada@example.org' },
    assigned_to: 'nobody@moths.example',
    assigned_to_detail: { name: 'nobody@moths.example', real_name: 'Nobody' },
    creation_time: `2024-01-0${id}T10:00:00Z`,
    keywords: [],
    blocks: [],
    depends_on: [],
    groups: [],
    dupe_of: null,
    ...more,
  })
  const comment = (id: number, text: string, more: object = {}) => ({
    id,
    text,
    creator: 'ben@example.org',
    creation_time: `2024-01-1${id}T10:00:00Z`,
    is_private: false,
    ...more,
  })
  const all = [
    bug(1, { keywords: ['crash'], blocks: [2], cf_moon: 'full', whiteboard: '[night]', op_sys: 'Linux' }),
    bug(2, { status: 'RESOLVED', resolution: 'DUPLICATE', is_open: false, dupe_of: 1, depends_on: [1] }),
    bug(3, { groups: ['security'] }),
  ]
  const texts: Record<string, object[]> = {
    1: [
      comment(1, 'It *hums* a lot.', { creator: 'ada@example.org' }),
      comment(2, 'Created attachment 7\na log\n\n> why\nbecause'),
      comment(3, 'secret', { is_private: true }),
    ],
    2: [comment(4, 'The same.\n')],
    3: [comment(5, 'x')],
  }
  const attachment = {
    id: 7,
    file_name: 'a.log',
    summary: 'a log',
    creator: 'ben@example.org',
    creation_time: '2024-01-12T10:00:00Z',
    is_private: 0,
  }
  const content = Buffer.from('log of wings')

  const checks = async (hasPrivate: boolean) => {
    const id = await attachmentId('a.log')
    expect(await bugs()).toMatchObject([
      {
        id: '1',
        title: 'Bug 1',
        description: 'It \\*hums\\* a lot.',
        status: 'Open',
        priority: 'high',
        product: 'Moth',
        component: 'Wings',
        reporter: 'Ada Lovelace',
        assignee: null,
        kept: {
          severity: ['major'],
          labels: ['crash'],
          version: ['1.0'],
          milestone: ['2.0'],
          links: ['blocks 2'],
          cf_moon: ['full'],
          others: expect.arrayContaining(['whiteboard: [night]', 'system: Linux']),
        },
      },
      { id: '2', description: 'The same.', status: 'Resolved', classification: 'duplicate', original: '1' },
      ...(hasPrivate ? [{ id: '3', private: true }] : []),
    ])
    expect((await comments()).map(([bug, , message]) => [bug, message])).toEqual([
      ['1', `[Created attachment 7](attachment:${id})\na log\n\n> why\n\nbecause`],
    ])
    expect(await files()).toEqual([['1', 'a.log', content.length]])
  }

  it('reads its REST interface page by page, and files', async () => {
    const { url, requests } = await serve(({ path, query, headers }) => {
      if (headers['x-bugzilla-api-key'] !== token) return { status: 401 }
      const offset = Number(query.get('offset'))
      if (path === '/bugs/rest/bug') return { json: { bugs: all.slice(offset, offset + 2) } }
      if (path === '/bugs/rest/bug/attachment/7')
        return { json: { attachments: { 7: { ...attachment, data: content.toString('base64') } } } }
      const [, first = '', what] = /^\/bugs\/rest\/bug\/(\d+)\/(comment|attachment)$/.exec(path) ?? []
      const ids = [first, ...query.getAll('ids')]
      if (what === 'comment')
        return { json: { bugs: Object.fromEntries(ids.map((id) => [id, { comments: texts[id] }])) } }
      return what
        ? { json: { bugs: Object.fromEntries(ids.map((id) => [id, id === '1' ? [attachment] : []])) } }
        : undefined
    })
    await test.account('ada@example.org')
    const { code, stdout, stderr } = await twice('bugzilla', [`${url}/bugs/buglist.cgi?product=Moth&list_id=5`])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Imported: +3 bugs \(1 comment, 1 person\)/)
    await checks(true)
    expect(requests[0]?.query.get('product')).toBe('Moth')
    expect(requests[0]?.query.has('list_id')).toBe(false)
  })

  it('reads the XML of its bug pages, with its files', async () => {
    await test.account('ada@example.org')
    const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<!DOCTYPE bugzilla SYSTEM "https://bugs.moths.example/page.cgi?id=bugzilla.dtd">
<bugzilla version="5.0.4" urlbase="https://bugs.moths.example/">
  <bug>
    <bug_id>1</bug_id><creation_ts>2024-01-01 10:00:00 +0000</creation_ts><short_desc>Bug 1</short_desc>
    <product>Moth</product><component>Wings</component><version>1.0</version><op_sys>Linux</op_sys>
    <bug_status>CONFIRMED</bug_status><resolution></resolution><priority>P2</priority><bug_severity>major</bug_severity>
    <target_milestone>2.0</target_milestone><status_whiteboard>[night]</status_whiteboard><keywords>crash</keywords>
    <blocked>2</blocked><reporter name="Ada Abbott">ada@example.org</reporter>
    <assigned_to name="Nobody">nobody@moths.example</assigned_to><cf_moon>full</cf_moon>
    <long_desc isprivate="0"><commentid>1</commentid><who name="Ada Abbott">ada@example.org</who><bug_when>2024-01-01 10:00:00 +0000</bug_when><thetext>It *hums* a lot.</thetext></long_desc>
    <long_desc isprivate="0"><commentid>2</commentid><who name="Ben">ben@example.org</who><bug_when>2024-01-12 10:00:00 +0000</bug_when><thetext>Created attachment 7
a log

&gt; why
because</thetext></long_desc>
    <long_desc isprivate="1"><commentid>3</commentid><who name="Ben">ben@example.org</who><bug_when>2024-01-13 10:00:00 +0000</bug_when><thetext>secret</thetext></long_desc>
    <attachment isobsolete="0" ispatch="0" isprivate="0"><attachid>7</attachid><date>2024-01-12 10:00:00 +0000</date><desc>a log</desc><filename>a.log</filename><attacher name="Ben">ben@example.org</attacher><data encoding="base64">${content.toString('base64')}</data></attachment>
  </bug>
  <bug>
    <bug_id>2</bug_id><creation_ts>2024-01-02 10:00:00 +0000</creation_ts><short_desc>Bug 2</short_desc>
    <product>Moth</product><component>Wings</component><bug_status>RESOLVED</bug_status><resolution>DUPLICATE</resolution>
    <dup_id>1</dup_id><dependson>1</dependson><reporter name="Ada Abbott">ada@example.org</reporter>
    <long_desc isprivate="0"><commentid>4</commentid><who>ben@example.org</who><bug_when>2024-01-02 10:00:00 +0000</bug_when><thetext>The same.
</thetext></long_desc>
  </bug>
</bugzilla>`
    const { code, stderr } = await twice('bugzilla', [await file('bugs.xml', xml)])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    await checks(false)
  })

  it('says what is wrong with a file that is cut off, and keeps what stands before', async () => {
    const whole =
      '<bug><bug_id>1</bug_id><creation_ts>2024-01-01 10:00:00 +0000</creation_ts><short_desc>One</short_desc></bug>'
    const { code, stdout, stderr } = await run('bugzilla', [await file('bugs.xml', `<bugzilla>${whole}<bug><bug_id>2`)])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^Imported: +1 bug /)
    expect(stderr).toMatch(/^The file is no XML of Bugzilla/)
  })
})
