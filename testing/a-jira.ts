import { startTracker, type TrackerAnswer, type TrackerRequest, type TrackerServer } from './tracker-server.ts'

type Json = Record<string, unknown>

/** A person as Jira Server gives one. */
export const jiraPerson = (name: string, displayName: string, emailAddress = `${name}@example.org`): Json => ({
  name,
  key: name,
  displayName,
  emailAddress,
  active: true,
  timeZone: 'Etc/UTC',
})

const ada = jiraPerson('ada', 'Ada Abbott')
const ben = jiraPerson('ben', 'Ben Berger')

/** An issue with all that Jira's REST interface gives of one. @param fields in place of the usual ones */
export function aJiraIssue(number: number, fields: Json = {}, comments: readonly Json[] = []): Json {
  return {
    expand: 'renderedFields,names,schema',
    id: String(10_000 + number),
    key: `MOTH-${number}`,
    fields: {
      summary: `Wing ${number} hums`,
      description: `It *hums* in {{Wing.flap}}.`,
      issuetype: { name: 'Bug', subtask: false },
      project: { key: 'MOTH', name: 'Moth House' },
      status: { name: 'Open', statusCategory: { key: 'new' } },
      priority: { name: 'Major', id: '3' },
      created: `2024-03-01T10:00:${String(number % 60).padStart(2, '0')}.123+0000`,
      updated: '2024-04-01T10:00:00.000+0000',
      reporter: ada,
      creator: ada,
      assignee: null,
      labels: [],
      components: [],
      versions: [],
      fixVersions: [],
      issuelinks: [],
      attachment: [],
      workratio: -1,
      ...fields,
      comment: { comments, maxResults: comments.length, total: comments.length, startAt: 0 },
    },
  }
}

/** A comment as Jira gives one. @param id its number */
export const aJiraComment = (id: number, body: string, more: Json = {}): Json => ({
  id: String(id),
  author: ben,
  body,
  created: `2024-03-02T11:00:${String(id % 60).padStart(2, '0')}.000+0000`,
  updated: '2024-03-02T12:00:00.000+0000',
  ...more,
})

export interface TestJira extends TrackerServer {
  /** What it has; a test may change it. */
  issues: Json[]
  readonly files: Map<string, Buffer>
}

/** Starts a Jira Server that gives issues two at a time, and at most two comments with each of them. */
export async function startJira(issues: readonly Json[], token = 'jira-token-1'): Promise<TestJira> {
  const pageSize = 2
  const files = new Map<string, Buffer>()
  const answer = ({ path, query, headers }: TrackerRequest): TrackerAnswer | undefined => {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401, json: {} }
    if (path === '/jira/rest/api/2/serverInfo') return { json: { deploymentType: 'Server', version: '9.12.0' } }
    const file = /^\/jira\/secure\/attachment\/(\d+)\//.exec(path)?.[1]
    if (file) return files.has(file) ? { bytes: files.get(file) ?? Buffer.alloc(0) } : undefined
    const startAt = Number(query.get('startAt') ?? 0)
    if (path === '/jira/rest/api/2/search') {
      const page = jira.issues.slice(startAt, startAt + pageSize).map(withFewComments)
      const names = { customfield_10010: 'Moon phase', customfield_10011: 'Severity' }
      return {
        json: { expand: 'names', startAt, maxResults: pageSize, total: jira.issues.length, issues: page, names },
      }
    }
    const id = /^\/jira\/rest\/api\/2\/issue\/(\d+)\/comment$/.exec(path)?.[1]
    const issue = jira.issues.find((issue) => issue['id'] === id)
    if (!issue) return undefined
    const all = commentsOf(issue)
    return { json: { startAt, maxResults: 100, total: all.length, comments: all.slice(startAt, startAt + 100) } }
  }
  const jira: TestJira = Object.assign(await startTracker(answer), { issues: [...issues], files })
  return jira
}

const commentsOf = (issue: Json) => (issue['fields'] as { comment: { comments: Json[] } }).comment.comments

function withFewComments(issue: Json): Json {
  const all = commentsOf(issue)
  const comment = { comments: all.slice(0, 2), maxResults: 2, total: all.length, startAt: 0 }
  return { ...issue, fields: { ...(issue['fields'] as Json), comment } }
}
