import { maxBodyLength, maxTitleLength } from '#shared/bugs/words.ts'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'

/** What somebody did to a bug, as it was recorded elsewhere. */
export interface RecordedAction {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: 'report' | 'comment' | 'close'
  readonly bug: string
  /** Whose action it was; of a close, who had the bug, or undefined where nobody had. */
  readonly person: string | undefined
  readonly title: string
  readonly text: string
}

export interface Recording {
  /** In order of time. */
  readonly actions: readonly RecordedAction[]
  /** Who had each bug last, by bug. */
  readonly assignees: ReadonlyMap<string, string>
}

/** An issue as Jira's REST interface gives it, as far as it is read. */
interface Issue {
  readonly key: string
  readonly fields: {
    readonly summary: string
    readonly description?: string | null
    readonly created: string
    readonly resolutiondate?: string | null
    readonly reporter?: { readonly name: string } | null
    readonly assignee?: { readonly name: string } | null
    readonly comment?: { readonly comments: readonly { author?: { name: string }; body: string; created: string }[] }
  }
}

const filled = (text: string | null | undefined, most: number) =>
  (text?.trim() || 'Nothing was written.').slice(0, most)

/** Reads a file of issues with their comments, one a line, in the form of Jira's REST interface; it may be packed by gzip. */
export async function recordedActions(path: string): Promise<Recording> {
  const bytes = await readFile(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  const actions: RecordedAction[] = []
  const assignees = new Map<string, string>()
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const { key: bug, fields } = JSON.parse(line) as Issue
    const { reporter, assignee, created, resolutiondate } = fields
    if (!reporter) continue
    const title = filled(fields.summary, maxTitleLength)
    const described = filled(fields.description, maxBodyLength)
    actions.push({ at: Date.parse(created), kind: 'report', bug, person: reporter.name, title, text: described })
    if (assignee) assignees.set(bug, assignee.name)
    for (const { author, body, created: at } of fields.comment?.comments ?? []) {
      if (author) {
        const said = filled(body, maxBodyLength)
        actions.push({ at: Date.parse(at), kind: 'comment', bug, person: author.name, title, text: said })
      }
    }
    if (resolutiondate)
      actions.push({ at: Date.parse(resolutiondate), kind: 'close', bug, person: assignee?.name, title, text: '' })
  }
  // A report comes before what else has its time.
  return { actions: actions.toSorted((a, b) => a.at - b.at), assignees }
}
