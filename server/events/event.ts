import type { PlainName, PlainValues } from '#shared/bugs/fields.ts'

/** A value before and after. */
export interface Change {
  readonly from: string
  readonly to: string
}

/** A link to a bug before and after; null for none. */
export interface LinkChange {
  readonly from: string | null
  readonly to: string | null
}

export interface FlagChange {
  readonly from: boolean
  readonly to: boolean
}

/** Every event type with its payload, which is enough to rebuild the record from its events alone. */
export interface EventPayloads {
  'user-registered': {
    fullName: string
    givenName: string
    familyName: string
    roles: readonly string[]
    how: 'form' | 'setup' | 'command' | 'import' | 'demo' | 'chat'
  }
  'user-changed': { fullName?: Change; givenName?: Change; familyName?: Change }
  'user-roles-changed': { from: readonly string[]; to: readonly string[] }
  'user-password-changed': Record<string, never>
  'user-logged-in': Record<string, never>
  'user-logged-out': Record<string, never>
  'bug-reported': Partial<PlainValues> & {
    title: string
    description: string
    stepsToReproduce: string
    createdOn: string
    createdBy: string
    /** Present on an imported bug, where they may differ from a new bug's. */
    status?: string
    classification?: string
    duplicateOf?: string
    product?: string
    component?: string
    externalId?: string
    assignedTo?: string
    assignedOn?: string
    /** What the old tracker said, in its own words: those of fields as well as those for which there is no field. */
    imported?: Readonly<Record<string, string | readonly string[]>>
  }
  'bug-status-changed': { from: string; to: string }
  /** Plain fields. */
  'bug-fields-changed': { [N in PlainName]?: Change }
  'bug-edited': { title?: Change; description?: Change; stepsToReproduce?: Change }
  /** With the link to an original, if that changed at the same time. */
  'bug-classified': { from: string; to: string; duplicateOf?: LinkChange; merged?: FlagChange }
  /** Without a timestamp when the assignee was removed. */
  'bug-assigned': { from: string | null; to: string | null; assignedOn: string | null }
  'bug-duplicate-linked': LinkChange & { merged?: FlagChange }
  /** A duplicate was merged into its original, or a merge was undone, with what else changed by it. */
  'bug-merged': { merged: FlagChange; duplicateOf: LinkChange; classification?: Change; status?: Change }
  /** Another bug became a duplicate of the subject or was merged into it, or is so no longer. */
  'bug-duplicate-added': { bugId: string; isMerged: boolean }
  'bug-duplicate-removed': { bugId: string; isMerged: boolean }
  /** A person is affected by the bug too, or is no longer. */
  'bug-joined': { userId: string; on: string }
  'bug-left': { userId: string; on: string }
  'comment-edited': { commentId: string; from: string; to: string; editedOn?: string }
  'comment-deleted': { commentId: string; message: string; deletedOn?: string }
  'comment-restored': { commentId: string }
  'role-created': { permissions: readonly string[] }
  'role-changed': { from: readonly string[]; to: readonly string[] }
  'user-deactivated': Record<string, never>
  'user-reactivated': Record<string, never>
  'user-sessions-ended': { count: number }
  /**
   * The subject is the message. Its text is kept only with the conversation, so that deleting that deletes the text.
   */
  'chat-line-added': { conversationId: string; seq: number; from: string }
  'chat-conversation-changed': {
    what:
      | 'taken'
      | 'given-back'
      | 'closed'
      | 'reopened'
      | 'blocked'
      | 'unblocked'
      | 'named'
      | 'reachable'
      | 'adopted'
      | 'bug'
    bugId?: string
  }
  'chat-conversation-deleted': Record<string, never>
  'chat-answer-changed': { what: 'added' | 'edited' | 'deleted' }
  /** The subject is a person who has seen notifications, or who follows other bugs than before. */
  'news-changed': Record<string, never>
  'comment-added': { commentId: string; createdOn: string; userId: string; message: string }
}

export type EventType = keyof EventPayloads

export interface NewEvent<T extends EventType = EventType> {
  readonly type: T
  /** The record it happened to. */
  readonly subjectId: string
  /** Who did it; null for the product itself. */
  readonly actorId: string | null
  readonly payload: EventPayloads[T]
  /** The version of the record that the event made, where changes name the version they began from. */
  readonly version?: number
  /** The id of the event that this one undoes. */
  readonly undoes?: number | undefined
}

/** An event as its readers receive it. */
export interface CommittedEvent {
  readonly id: number
  readonly type: EventType
  readonly subjectId: string
  readonly actorId: string | null
  readonly at: Date
}
