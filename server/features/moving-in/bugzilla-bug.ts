import type { TrackerAttachment, TrackerPerson } from './tracker-issue.ts'
import type { Values } from './values.ts'

/** A bug as the REST interface and the XML both give it. */
export interface BugzillaBug {
  readonly facts: Values
  readonly reporter: TrackerPerson | null
  readonly assignee: TrackerPerson | null
  /** The first one is the description. */
  readonly comments: readonly {
    readonly id: string
    readonly author: TrackerPerson | null
    readonly created: string
    readonly text: string
    readonly isMarkdown: boolean
    readonly isPrivate: boolean
  }[]
  readonly attachments: readonly TrackerAttachment[]
}
