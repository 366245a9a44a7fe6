import { aJiraComment, aJiraIssue, jiraPerson, startJira, type TestJira } from '#testing/a-jira.ts'
import { type CommandResult, runCommand, runCommandProcess } from '#testing/run-command.ts'
import { openTestImport, type TestImport } from '#testing/test-import.ts'
import { startTracker } from '#testing/tracker-server.ts'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const token = 'jira-token-1'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let test: TestImport
let folder: string
let jira: TestJira
beforeEach(async () => {
  test = await openTestImport()
  folder = await mkdtemp(join(tmpdir(), 'mothlight-move-in-'))
  jira = await startJira([])
})
afterEach(async () => {
  await jira.close()
  await test.drop()
  await rm(folder, { recursive: true })
})

const run = (
  args: readonly string[],
  settings: Record<string, string> = {},
  how = runCommand,
): Promise<CommandResult> =>
  how(['import', '--from', 'jira', ...args], {
    DATABASE_URL: test.url,
    DATA_DIR: folder,
    MOTHLIGHT_IMPORT_TOKEN: token,
    ...settings,
  })
const fromJira = (...args: readonly string[]) => run([`${jira.url}/jira/projects/MOTH`, ...args])

const anAttachment = (id: number, filename: string, size: number) => ({
  id: String(id),
  filename,
  author: jiraPerson('caro', 'Caro Castro'),
  created: '2024-03-02T11:00:00.000+0000',
  size,
  mimeType: 'application/octet-stream',
  content: `${jira.url}/jira/secure/attachment/${id}/${filename}`,
})

/** What is stored of bugs, comments, people and files, without what differs from one import to the next. */
const stored = async () => ({
  bugs: await test.rows(
    `select b.external_id, b.title, b.description, b.status, b.priority, b.severity, b.is_private,
      (select array_agg(l.name order by l.name) from bug_labels bl join labels l on l.id = bl.label_id where bl.bug_id = b.id) as labels,
      b.number, b.classification, b.product,
      (select c.name from components c where c.id = b.component_id) as component, b.created_on, b.comment_count,
      r.full_name as reporter, a.full_name as assignee, o.external_id as original,
      (select e.payload -> 'imported' from events e where e.subject_id = b.id and e.type = 'bug-reported') as kept
     from bugs b join users r on r.id = b.created_by left join users a on a.id = b.assigned_to
     left join bugs o on o.id = b.duplicate_of order by 1`,
  ),
  comments: await test.rows(
    `select c.id, b.external_id, u.full_name as author, c.created_on, message from comments c
     join bugs b on b.id = c.bug_id join users u on u.id = c.user_id order by b.external_id, c.created_on, c.id`,
  ),
  files: await test.rows(
    `select f.id, b.external_id, name, bytes, sha256, u.full_name as author, f.created_on from attachments f
     join bugs b on b.id = f.bug_id join users u on u.id = f.uploaded_by order by 1`,
  ),
})

const isContent = (path: string) => /[0-9a-f]{64}$/.test(path)

describe('an import from Jira', () => {
  it('brings everything that a bug here can hold, and says what it can’t', async () => {
    const mine = await test.account('ada@example.org')
    jira.files.set('7', png)
    jira.issues = [
      aJiraIssue(
        1,
        {
          description: 'h3. Seen\n!wing.png!\n{code:java}\nflap();\n{code}\nSee [~ben].',
          environment: 'Moon, *full*',
          assignee: jiraPerson('ben', 'Ben Berger'),
          status: { name: 'Patch Available', statusCategory: { key: 'indeterminate' } },
          components: [{ name: 'wings' }, { name: 'dust' }],
          labels: ['noise', 'night'],
          versions: [{ name: '1.0' }, { name: '1.1' }],
          fixVersions: [{ name: '2.0', released: true, releaseDate: '2024-06-01' }],
          attachment: [anAttachment(7, 'wing.png', png.length), anAttachment(8, 'gone.txt', 5)],
          issuelinks: [
            { type: { name: 'Blocks', inward: 'is blocked by', outward: 'blocks' }, outwardIssue: { key: 'MOTH-3' } },
            { type: { name: 'Relates', inward: 'relates to', outward: 'relates to' }, inwardIssue: { key: 'MOTH-2' } },
          ],
          customfield_10010: { value: 'waxing', id: '1' },
          customfield_10011: { value: 'S2' },
          customfield_10012: null,
          duedate: '2024-05-01',
          votes: { votes: 3 },
        },
        [aJiraComment(1, '*First*'), aJiraComment(2, 'Second'), aJiraComment(3, '{quote}Second{quote}\nthird')],
      ),
      aJiraIssue(2, {
        summary: 'x'.repeat(300),
        status: { name: 'Closed', statusCategory: { key: 'done' } },
        resolution: { name: 'Duplicate' },
        resolutiondate: '2024-04-05T06:07:08.000+0200',
        issuelinks: [
          {
            type: { name: 'Duplicate', inward: 'is duplicated by', outward: 'duplicates' },
            outwardIssue: { key: 'MOTH-1' },
          },
        ],
      }),
      aJiraIssue(
        3,
        { status: { name: 'Purring', statusCategory: { key: 'indeterminate' } }, priority: { name: 'Odd' } },
        [aJiraComment(9, 'secret', { visibility: { type: 'role', value: 'Developers' } }), aJiraComment(10, '  ')],
      ),
      aJiraIssue(4, { security: { name: 'Internal' } }),
    ]
    const { code, stdout, stderr } = await run([`${jira.url}/jira/projects/MOTH`], {}, runCommandProcess)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })

    const { bugs, comments, files } = await stored()
    expect(bugs).toHaveLength(4)
    const [file] = files
    expect(bugs[0]).toMatchObject({
      external_id: 'MOTH-1',
      title: 'Wing 1 hums',
      description: `### Seen\n![wing.png](attachment:${String(file?.['id'])})\n\n\`\`\`java\nflap();\n\`\`\`\n\nSee @Ben Berger.\n\n### Environment\n\nMoon, **full**`,
      status: 'In Progress',
      priority: 'high',
      severity: 'major',
      labels: ['dust', 'night', 'noise'],
      number: 1,
      is_private: false,
      product: 'Moth House',
      component: 'wings',
      comment_count: 3,
      reporter: 'Ada Lovelace',
      assignee: 'Ben Berger',
      kept: {
        status: 'Patch Available',
        priority: 'Major',
        labels: ['noise', 'night'],
        version: ['1.0', '1.1'],
        fixedVersion: ['2.0'],
        components: ['dust'],
        links: ['blocks MOTH-3', 'relates to MOTH-2'],
        'Moon phase': ['waxing'],
        others: expect.arrayContaining(['duedate: 2024-05-01', 'votes: 3']),
      },
    })
    expect(bugs[1]).toMatchObject({ classification: 'duplicate', original: 'MOTH-1', status: 'Closed' })
    expect(await test.rows('select external_id, closed_on from bugs where closed_on is not null')).toEqual([
      { external_id: 'MOTH-2', closed_on: new Date('2024-04-05T04:07:08Z') },
    ])
    expect(await test.rows('select name, due_on, is_released from versions order by name')).toEqual([
      { name: '1.0', due_on: null, is_released: false },
      { name: '2.0', due_on: '2024-06-01', is_released: true },
    ])
    expect(bugs[1]?.['title']).toHaveLength(255)
    expect(bugs[1]?.['description']).toContain('x'.repeat(300))
    expect(bugs[2]).toMatchObject({ status: 'In Progress', priority: 'none', comment_count: 0 })
    expect(bugs[3]).toMatchObject({ external_id: 'MOTH-4', is_private: true })
    expect(comments.map(({ author, message }) => [author, message])).toEqual([
      ['Ben Berger', '**First**'],
      ['Ben Berger', 'Second'],
      ['Ben Berger', '> Second\n\nthird'],
    ])
    expect(files).toMatchObject([{ external_id: 'MOTH-1', name: 'wing.png', bytes: png.length, author: 'Caro Castro' }])
    expect(await test.rows('select width, media_type, comment_id from attachments')).toEqual([
      { width: 1, media_type: 'image/png', comment_id: null },
    ])
    expect(await test.rows('select id from users where email is not null')).toEqual([{ id: mine }])

    for (const line of [
      /^Imported: +4 bugs \(3 comments, 1 person\)$/m,
      /^Duplicate links: 1$/m,
      /^Files: +1 stored, 0 there already, 1 refused$/m,
      /^People: +1 with an account here, 2 as placeholders who can’t sign in$/m,
      /^Other links: +2$/m,
      /^ {2}field Moon phase: 1 bug \(MOTH-1: waxing\)$/m,
      /^ {2}components after the first, which are labels here: 1 bug \(MOTH-1: dust\)$/m,
      /^ {2}files that were refused: 1 bug \(MOTH-1: gone.txt: the tracker answers 404\)$/m,
      /^ {2}private comments, left out: 1 bug \(MOTH-3\)$/m,
      /^ {2}comments without text, left out: 1 bug \(MOTH-3\)$/m,
      /^ {2}titles that are too long: .*: 1 bug \(MOTH-2\)$/m,
    ]) {
      expect(stdout).toMatch(line)
    }
    const searches = jira.requests.filter(({ path }) => path.endsWith('/search'))
    expect(searches.map(({ query }) => [query.get('jql'), query.get('startAt')])).toEqual([
      ['(project = "MOTH") ORDER BY created ASC, key ASC', '0'],
      ['(project = "MOTH") ORDER BY created ASC, key ASC', '2'],
    ])
  })

  it('again changes nothing but what is new: issues, comments and files', async () => {
    jira.issues = [aJiraIssue(1, {}, [aJiraComment(1, 'one'), aJiraComment(2, 'two')]), aJiraIssue(2)]
    await fromJira()
    await test.rows(`update bugs set title = 'Changed here' where external_id = 'MOTH-1'`)
    await test.rows(`update comments set deleted_on = now() where message = 'two'`)
    const before = await test.everything()
    expect((await fromJira()).stdout).toMatch(/^Imported: +0 bugs \(0 comments, 0 people\)\nAlready there: +2 bugs\n/)
    expect(await test.everything()).toEqual(before)

    jira.files.set('7', Buffer.from('new'))
    jira.issues = [
      aJiraIssue(1, { summary: 'Changed there', attachment: [anAttachment(7, 'a.txt', 3)] }, [
        // The first comment was deleted there.
        aJiraComment(2, 'two'),
        aJiraComment(3, 'three'),
        aJiraComment(4, 'four wings'),
      ]),
      aJiraIssue(2),
      aJiraIssue(3),
    ]
    const again = await fromJira()
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(again.stdout).toMatch(
      /^Imported: +1 bug \(2 comments, 0 people\)\nAlready there: +2 bugs, 1 with new comments\n/,
    )
    expect(again.stdout).toContain('Bugs that were there already keep what they are here: only new comments and files')
    const { bugs, comments, files } = await stored()
    expect(bugs.map(({ external_id, title, comment_count }) => [external_id, title, comment_count])).toEqual([
      ['MOTH-1', 'Changed here', 4],
      ['MOTH-2', 'Wing 2 hums', 0],
      ['MOTH-3', 'Wing 3 hums', 0],
    ])
    expect(comments.map(({ message }) => message)).toEqual(['one', 'two', 'three', 'four wings'])
    expect(files).toMatchObject([{ external_id: 'MOTH-1', name: 'a.txt' }])
    expect(
      await test.rows(
        `select 1 from bug_search s join bugs b on b.id = s.bug_id where words @@ 'four' and external_id = 'MOTH-1'`,
      ),
    ).toHaveLength(1)
    expect((await run([], {})).code).toBe(2)
  })

  it('adds nothing to a bug that has become private there before it is private here', async () => {
    jira.issues = [aJiraIssue(1, {}, [aJiraComment(1, 'one')])]
    await fromJira()
    jira.files.set('7', Buffer.from('new'))
    const security = { name: 'Internal' }
    jira.issues = [
      aJiraIssue(1, { security, attachment: [anAttachment(7, 'a.txt', 3)] }, [
        aJiraComment(1, 'one'),
        aJiraComment(2, 'two'),
      ]),
    ]
    const before = await test.everything()
    const { code, stdout, stderr } = await fromJira()
    expect(await test.everything()).toEqual(before)
    expect(code).toBe(0)
    expect(stderr).toBe(
      'MOTH-1: note: private: ‘MOTH-1’ is private there and not here: its new comments are left out; make the bug private here and import again\n',
    )
    expect(stdout).toMatch(/files of bugs that are private there and not here, left out .*: 1 bug \(MOTH-1: a.txt\)/)
    await test.rows('update bugs set is_private = true')
    const again = await fromJira()
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(again.stdout).toMatch(/^Imported: +0 bugs \(1 comment, [^]*^Files: +1 stored/m)
  })

  it('waits as the tracker asks, and tries again when it fails', async () => {
    jira.issues = [1, 2, 3, 4, 5].map((n) => aJiraIssue(n))
    const isSearch = (path: string) => path.endsWith('/search')
    const troubles = [
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 500 },
      { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' } },
      { json: { issues: [] }, breaksAfter: 5 },
      { status: 503, headers: { 'retry-after': 'Thu, 01 Jan 1970 00:00:01 GMT' } },
      { status: 429, headers: { 'x-ratelimit-reset': '1970-01-01T00:00Z' } },
    ]
    jira.trouble = ({ path }) => (isSearch(path) ? troubles.shift() : undefined)
    const { code, stdout, stderr } = await fromJira()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Imported: +5 bugs/)
    expect(troubles).toEqual([])
  })

  it('that breaks off keeps what it has, and the same command does the rest', async () => {
    jira.issues = [1, 2, 3].map((n) => aJiraIssue(n))
    jira.trouble = ({ query }) => (query.get('startAt') === '2' ? { status: 502 } : undefined)
    const { code, stdout, stderr } = await fromJira()
    expect(code).toBe(1)
    expect(stdout).toMatch(/^Imported: +2 bugs/)
    expect(stderr).toBe(
      `${jira.url}/jira/rest/api/2/search can’t be read: the tracker answers 502. The same command again goes on from there.\n`,
    )
    jira.trouble = undefined
    expect((await fromJira()).stdout).toMatch(/^Imported: +1 bug .*\nAlready there: +2 bugs\n/)
  })

  it('that is killed anywhere goes on as if nothing had happened', async () => {
    const content = (n: number) => Buffer.from(`content ${n}`)
    jira.issues = Array.from({ length: 6 }, (_, n) => {
      jira.files.set(String(n + 1), content(n))
      return aJiraIssue(n + 1, { attachment: [anAttachment(n + 1, `${n}.txt`, 9)] }, [aJiraComment(n, `${n}`)])
    })
    expect(await fromJira()).toMatchObject({ code: 0 })
    const whole = await stored()
    const requests = jira.requests.length
    for (const killAt of [3, requests - 4, requests - 1]) {
      await test.rows('truncate bugs, users, events, attachments cascade')
      const stop = new AbortController()
      jira.requests.length = 0
      jira.trouble = (_, count) => {
        if (count === killAt) stop.abort()
        return undefined
      }
      const killed = await runCommandProcess(
        ['import', '--from', 'jira', `${jira.url}/jira/browse/MOTH`],
        { DATABASE_URL: test.url, DATA_DIR: folder, MOTHLIGHT_IMPORT_TOKEN: token },
        '',
        stop.signal,
      )
      expect(killed.code).toBe(null)
      jira.trouble = undefined
      expect(await fromJira()).toMatchObject({ code: 0, stderr: '' })
      expect(await stored()).toEqual(whole)
    }
    // As it is left by a kill between the row of a file and its content.
    await test.rows(`update attachments set bug_id = null where name = '3.txt'`)
    await rm(join(folder, 'attachments'), { recursive: true })
    expect(await fromJira()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Files: +1 stored, 5 there/m) })
    expect(await stored()).toEqual(whole)
    expect((await readdir(join(folder, 'attachments'), { recursive: true })).filter(isContent)).toHaveLength(1)

    jira.issues[0] = aJiraIssue(1, {}, [aJiraComment(0, '0'), aJiraComment(7, 'later')])
    expect((await fromJira()).stdout).toMatch(/1 with new comments/)
    const verified = await runCommand(['verify'], { DATABASE_URL: test.url, DATA_DIR: folder })
    expect(verified).toMatchObject({ code: 0 })
  })

  it('brings what only some could see, and what changed since a day, when it is told so', async () => {
    jira.issues = [
      aJiraIssue(1, { security: { name: 'Internal' } }, [aJiraComment(1, 'secret', { visibility: { type: 'role' } })]),
    ]
    const { code, stdout } = await fromJira('--include-private', '--since', '2024-03-05')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Imported: +1 bug \(1 comment,/)
    expect(stdout).toContain('private comments, which all who see the bug can see now: 1 bug (MOTH-1)')
    expect(jira.requests.at(-1)?.query.get('jql')).toBe(
      '(project = "MOTH") AND updated >= "2024-03-04" ORDER BY created ASC, key ASC',
    )
  })

  it('reads Jira Cloud, whose pages have a token and whose people have account ids', async () => {
    const person = { accountId: '5b10', displayName: 'Caro Castro', accountType: 'atlassian' }
    const issues = [1, 2, 3].map((n) =>
      aJiraIssue(n, { reporter: person, creator: person, description: 'By [~accountid:5b10]' }),
    )
    const cloud = await startTracker(({ path, query, headers }) => {
      if (headers.authorization !== `Basic ${Buffer.from('ada@example.org:secret').toString('base64')}`)
        return { status: 401 }
      if (path === '/rest/api/2/serverInfo') return { json: { deploymentType: 'Cloud' } }
      if (path !== '/rest/api/2/search/jql') return undefined
      const from = Number(query.get('nextPageToken')?.slice(1) ?? 0)
      const isLast = from + 2 >= issues.length
      return {
        json: { issues: issues.slice(from, from + 2), isLast, ...(!isLast && { nextPageToken: `t${from + 2}` }) },
      }
    })
    const settings = { MOTHLIGHT_IMPORT_TOKEN: 'ada@example.org:secret' }
    expect((await run([`${cloud.url}/`], settings)).stdout).toMatch(/^Imported: +3 bugs \(0 comments, 1 person\)/)
    expect((await stored()).bugs[2]).toMatchObject({ reporter: 'Caro Castro', description: 'By @Caro Castro' })
    expect(cloud.requests[1]?.query.get('jql')).toBe('created >= "1970-01-01" ORDER BY created ASC, key ASC')
    await cloud.close()
  })

  it('stops when it is told so, also while it waits for the tracker', async () => {
    jira.issues = [1, 2, 3].map((n) => aJiraIssue(n))
    const stop = new AbortController()
    jira.trouble = ({ query }) => {
      if (query.get('startAt') !== '2') return undefined
      stop.abort('SIGTERM')
      return { status: 429, headers: { 'retry-after': '3000' } }
    }
    const { code, stdout, stderr } = await runCommandProcess(
      ['import', '--from', 'jira', `${jira.url}/jira`],
      { DATABASE_URL: test.url, DATA_DIR: folder, MOTHLIGHT_IMPORT_TOKEN: token },
      '',
      stop.signal,
    )
    expect(code).toBe(1)
    expect(stderr).toContain('Stopping after this batch …\n')
    expect(stdout).toContain('Stopped. What is imported stays; the same command again does the rest.\n')
  })

  it('refuses files that are larger than uploads may be', async () => {
    jira.files.set('7', Buffer.alloc(1024 * 1024 + 1))
    jira.issues = [aJiraIssue(1, { attachment: [anAttachment(7, 'big.bin', 9)] })]
    const { code, stdout } = await run([`${jira.url}/jira/browse/MOTH-1`], { ATTACHMENT_MAX_MB: '1' })
    expect(code).toBe(0)
    expect(stdout).toContain('MOTH-1: big.bin: The file is larger than 1 MB')
    expect(await test.rows('select 1 from attachments')).toEqual([])
  })
})

describe('the mapping file of an import', () => {
  it('is written by a dry run, and says what words and fields become', async () => {
    jira.issues = [
      aJiraIssue(1, {
        status: { name: 'Purring', statusCategory: { key: 'done' } },
        priority: { name: 'Odd' },
        customfield_10010: 'waxing',
        customfield_10014: { value: 'Loud' },
        customfield_10012: 'secret',
        customfield_10013: 'flap twice',
        issuelinks: [{ type: { inward: 'is eaten by', outward: 'eats' }, outwardIssue: { key: 'MOTH-2' } }],
      }),
      aJiraIssue(2),
    ]
    const path = join(folder, 'mapping.json')
    const dry = await fromJira('--dry-run', '--mapping', path)
    expect(dry).toMatchObject({ code: 0, stderr: '' })
    expect(dry.stdout).toMatch(/^Would import: +2 bugs/)
    const written = JSON.parse(await readFile(path, 'utf8')) as Record<string, Record<string, unknown>>
    expect(written).toMatchObject({
      statuses: { Purring: 'Closed', Open: 'Open' },
      priorities: { Odd: 'none', Major: 'high' },
      links: { eats: 'relates' },
      fields: { customfield_10010: { name: 'Moon phase', to: 'history', bugs: 1, example: 'waxing' } },
    })
    expect(await test.rows('select 1 from bugs')).toEqual([])
    const changed = {
      statuses: { Purring: 'In Progress' },
      priorities: { Odd: 'urgent' },
      severities: { Loud: 'critical' },
      links: { eats: 'duplicate' },
      fields: {
        customfield_10010: { to: 'field', field: 'moon' },
        customfield_10014: { to: 'severity' },
        customfield_10012: { to: 'nowhere' },
        customfield_10013: { to: 'steps' },
      },
    }
    await writeFile(path, JSON.stringify(changed))
    // Another dry run keeps what stands there.
    await fromJira('--dry-run', '--mapping', path)
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject(changed)

    await test.rows(
      `insert into product_fields (id, product_number, key, name, kind, choices, place)
        values ('6b0000000000000000000001', 0, 'moon', 'Moon', 'choice', '{Waxing,Full}', 0)`,
    )
    const { stdout } = await fromJira('--mapping', path)
    const { bugs } = await stored()
    expect(bugs[0]).toMatchObject({
      status: 'In Progress',
      priority: 'urgent',
      severity: 'critical',
      original: 'MOTH-2',
      description: 'It **hums** in `Wing.flap`.',
    })
    expect(await test.bug('MOTH-1')).toMatchObject({ fields: { moon: 'Waxing' } })
    expect(JSON.stringify(bugs[0])).not.toContain('secret')
    expect(await test.bug('MOTH-1')).toMatchObject({ steps_to_reproduce: 'flap twice' })
    expect(stdout).toContain('field customfield_10012: left out by the mapping file: 1 bug (MOTH-1)')
  })

  it.each([
    ['{"statuses": {"A": "Odd"}}', 'statuses > A must be one of Open, In Progress, Closed, Resolved.'],
    ['nonsense', 'is not valid JSON.'],
  ])('is refused when it says %s', async (text, why) => {
    const path = join(folder, 'mapping.json')
    await writeFile(path, text)
    const { code, stderr } = await fromJira('--mapping', path)
    expect(code).toBe(1)
    expect(stderr).toContain(why)
  })
})

describe('the token', () => {
  it('goes to the tracker alone, as all requests do that are not encrypted', async () => {
    const elsewhere = await startTracker(() => ({ bytes: Buffer.from('moved') }))
    jira.issues = [aJiraIssue(1, { attachment: [anAttachment(7, 'a.txt', 5)] })]
    jira.files.set('7', Buffer.from('moved'))
    let location = `${elsewhere.url}/signed?secret=1`
    jira.trouble = ({ path }) =>
      path.includes('/secure/') && !path.endsWith('/moved') ? { status: 302, headers: { location } } : undefined
    expect(await fromJira()).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('files that were refused: 1 bug (MOTH-1: a.txt: An address without encryption'),
    })
    location = '/jira/secure/attachment/7/moved'
    expect(await fromJira()).toMatchObject({ code: 0, stderr: '' })
    expect((await stored()).files).toHaveLength(1)
    expect(elsewhere.requests).toEqual([])

    jira.trouble = ({ path }) =>
      path.endsWith('/search') ? { status: 302, headers: { location: `${elsewhere.url}/rest` } } : undefined
    const { code, stderr } = await fromJira()
    expect(code).toBe(1)
    expect(stderr).toMatch(/redirects to another host/)
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })

  it('may stand in a file; a wrong one is refused with a sentence that does not hold it', async () => {
    jira.issues = [aJiraIssue(1)]
    const path = join(folder, 'token')
    await writeFile(path, `${token}\n`)
    const address = `${jira.url}/jira/projects/MOTH`
    expect(await run([address, '--token-file', path], { MOTHLIGHT_IMPORT_TOKEN: '' })).toMatchObject({ code: 0 })
    const wrong = await run([address], { MOTHLIGHT_IMPORT_TOKEN: 'wrong-secret' })
    expect(wrong.code).toBe(1)
    expect(wrong.stderr).toMatch(/does not accept the token \(401/)
    expect(wrong.stdout + wrong.stderr).not.toContain('wrong-secret')
    const broken = await run([address], { MOTHLIGHT_IMPORT_TOKEN: 'bad\ttoken' })
    expect(broken.stderr).toBe('The token holds white space or letters that no token has.\n')
  })

  it.each([
    ['https://ada:secret@jira.example/', 'An address must not hold a name or password'],
    ['ftp://jira.example/', 'is no address that begins with https:// or http://'],
  ])('is not taken from %s', async (address, why) => {
    const { code, stdout, stderr } = await run([address])
    expect(code).toBe(1)
    expect(stderr).toContain(why)
    expect(stdout + stderr).not.toContain('secret')
  })
})

describe('a file that Jira wrote', () => {
  it.each([
    ['JSON Lines', (issues: object[]) => issues.map((issue) => JSON.stringify(issue)).join('\n')],
    ['a page of a search', (issues: object[]) => JSON.stringify({ startAt: 0, issues }, null, 2)],
    ['a list', (issues: object[]) => JSON.stringify(issues)],
  ])('is read as %s', async (_, text) => {
    const path = join(folder, 'issues')
    const issues = [aJiraIssue(1, { attachment: [anAttachment(7, 'a.txt', 3)] }, [aJiraComment(1, 'a')]), aJiraIssue(2)]
    await writeFile(path, text(issues))
    const { code, stdout, stderr } = await run([path])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Imported: +2 bugs \(1 comment, 2 people\)/)
    expect(stdout).toContain('files whose content can’t be had from this export: 1 bug (MOTH-1: a.txt)')
  })

  it('names what can’t be read, and ends with 1', async () => {
    const path = join(folder, 'issues')
    await writeFile(
      path,
      `${JSON.stringify(aJiraIssue(1))}\nnonsense\n${JSON.stringify(aJiraIssue(2, { created: 'never' }))}`,
    )
    const temporary = join(folder, 'temporary')
    await mkdir(temporary)
    const { code, stdout, stderr } = await run([path], { TMPDIR: temporary }, runCommandProcess)
    expect(code).toBe(1)
    expect(stderr).toBe(
      'line 2: is not valid JSON\nMOTH-2: created must be an ISO 8601 date such as 2024-05-31T14:30:00Z\n',
    )
    expect(stdout).toMatch(/^Imported: +1 bug/)
    expect((await readdir(temporary)).filter((name) => name.startsWith('mothlight-moving-in-'))).toEqual([])
  })
})

it.each([
  [['--from', 'trac', 'a'], '--from takes one of jira, github, redmine, bugzilla, gitlab.'],
  [['--from', 'jira'], 'import --from jira needs one file or address.'],
  [['--from', 'jira', 'a', '--since', '2024-01-01'], ''],
  [['--from', 'jira', 'a', '--token', 'x'], "Unknown option '--token'."],
])('ends with 2 or 1 and its own usage when it is called with %j', async (args, sentence) => {
  const { code, stderr } = await runCommand(['import', ...args], { DATABASE_URL: test.url })
  if (sentence === '') expect(code).toBe(1)
  else {
    expect(code).toBe(2)
    expect(stderr).toContain(`${sentence}\nUsage: npm run -s mothlight -- import --from jira|`)
  }
})
