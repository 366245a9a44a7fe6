import type { FieldKind, StoredFields, StoredValue } from '#shared/custom-fields/custom-field.ts'
import type { SettingName } from '#shared/site/settings.ts'
import type { FlagName, FlagValues, LabelsName, PartName, PlainName, PlainValues } from '#shared/bugs/fields.ts'

/** A value before and after. */
export interface Change {
  readonly from: string
  readonly to: string
}

/** What may be none before and after, such as the id of a linked bug; null for none. */
export interface LinkChange {
  readonly from: string | null
  readonly to: string | null
}

export interface FlagChange {
  readonly from: boolean
  readonly to: boolean
}

/** The product of a bug, and its key there. */
export interface BugPlace {
  readonly productId: string
  readonly key: string
}

/** A component or a version by its id, with the name that it had then. */
export interface PartAtTime {
  readonly id: string
  readonly name: string
}

export interface PartChange {
  readonly from: PartAtTime | null
  readonly to: PartAtTime | null
}

/** A label by its id, with the name that it had then. */
export interface LabelAtTime {
  readonly id: string
  readonly name: string
}

/** What was added to a set of labels and removed from it. */
export interface LabelsAtTime {
  readonly added: readonly LabelAtTime[]
  readonly removed: readonly LabelAtTime[]
}

/** Links of a bug to others, from its side. */
export interface LinksAtTime {
  readonly added: readonly { readonly kind: string; readonly bugId: string }[]
  readonly removed: readonly { readonly kind: string; readonly bugId: string }[]
}

/** The value of a custom field before and after, with what the field was called then. */
export interface FieldChange {
  readonly key: string
  readonly name: string
  readonly kind: FieldKind
  readonly from: StoredValue | null
  readonly to: StoredValue | null
}

/** Changes of custom fields, by the names that these have in searches. */
export type FieldChanges = { readonly [N in `field.${string}`]: FieldChange }

interface TemplateFacts {
  name: string
  about: string
  title: string
  description: string
  stepsToReproduce: string
  fields: readonly string[]
}

/** Every event type with its payload, which is enough to rebuild the record from its events alone. */
export interface EventPayloads {
  'user-registered': {
    fullName: string
    givenName: string
    familyName: string
    roles: readonly string[]
    how: 'form' | 'setup' | 'command' | 'import' | 'demo' | 'chat' | 'invitation' | 'sign-up' | 'mail'
  }
  'user-changed': { fullName?: Change; givenName?: Change; familyName?: Change }
  'user-roles-changed': { from: readonly string[]; to: readonly string[] }
  /** With a link, where it was forgotten. */
  'user-password-changed': { how?: 'link' }
  /** Mail to the address has reached them. */
  'user-email-confirmed': Record<string, never>
  /** To one that they have confirmed. */
  'user-email-changed': Record<string, never>
  /** An administrator made a link that sets a new password of the subject. */
  'user-reset-link-made': Record<string, never>
  /** The subject is the invitation, of which whoever accepts it makes an account. */
  'invitation-made': { roles: readonly string[] }
  'invitation-sent-again': Record<string, never>
  'invitation-link-copied': Record<string, never>
  'invitation-taken-back': Record<string, never>
  'user-logged-in': Record<string, never>
  'user-logged-out': Record<string, never>
  'bug-reported': Partial<PlainValues & FlagValues> & {
    title: string
    description: string
    stepsToReproduce: string
    createdOn: string
    createdBy: string
    /** Absent on bugs from before there were products: these are in the first one, numbered by age. */
    place?: BugPlace
    /** Present on an imported bug, where they may differ from a new bug's. */
    status?: string
    classification?: string
    duplicateOf?: string
    product?: string
    component?: string
    externalId?: string
    assignedTo?: string
    assignedOn?: string
    /** Of a closed one, where that is known. */
    closedOn?: string
    closedBy?: string
    /** What it came with from there. */
    labels?: readonly LabelAtTime[]
    /** Its custom fields, by their keys. */
    fields?: StoredFields
    /** The component and versions of its product; `component` is the word of an old tracker. */
    parts?: { readonly [N in PartName]?: PartAtTime }
    /** What the old tracker said, in its own words: those of fields as well as those for which there is no field. */
    imported?: Readonly<Record<string, string | readonly string[]>>
  }
  /**
   * To another product, where it has another number, and the components and versions there that are called as its own, and
   * where some of its custom fields may be unknown.
   */
  'bug-moved': { from: BugPlace; to: BugPlace } & { [N in PartName]?: PartChange } & FieldChanges
  'bug-status-changed': { from: string; to: string }
  /** Plain fields, flags, parts of the product, sets of labels, and custom fields. */
  'bug-fields-changed': { [N in PlainName]?: Change } & { [N in FlagName]?: FlagChange } & {
    [N in PartName]?: PartChange
  } & {
    [N in LabelsName]?: LabelsAtTime
  } & FieldChanges
  /** Somebody was let in to a private bug, or no longer is. */
  'bug-reader-added': { userId: string }
  'bug-reader-removed': { userId: string }
  'bug-edited': { title?: Change; description?: Change; stepsToReproduce?: Change }
  /** Told to both bugs of each link. */
  'bug-links-changed': LinksAtTime
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
  /** The reporter, who has no account, was sent a link to the bug; or it was ended, by them where they are the actor. */
  'reporter-link-sent': { linkId: string }
  'reporter-link-revoked': { linkId: string }
  /** A person is affected by the bug too, or is no longer. */
  'bug-joined': { userId: string; on: string }
  'bug-left': { userId: string; on: string }
  'comment-edited': { commentId: string; from: string; to: string; editedOn?: string }
  /** With the waiting for the reporter that ended with the question, or was taken up again with it. */
  'comment-deleted': { commentId: string; message: string; deletedOn?: string; isWaiting?: FlagChange }
  'comment-restored': { commentId: string; isWaiting?: FlagChange }
  /** The same of what the team says among itself: events of their own, so that whoever reads those of comments reads none of these. */
  'internal-comment-added': { commentId: string; createdOn: string; userId: string; message: string }
  'internal-comment-edited': EventPayloads['comment-edited']
  'internal-comment-deleted': { commentId: string; message: string; deletedOn?: string }
  'internal-comment-restored': { commentId: string }
  'product-created': { key: string; name: string; description: string; icon: string; isOpen: boolean }
  'product-changed': {
    name?: Change
    description?: Change
    icon?: Change
    isOpen?: FlagChange
    isArchived?: FlagChange
  }
  'custom-field-created': {
    productId: string
    key: string
    kind: FieldKind
    name: string
    help: string
    choices: readonly string[]
    required: string
  }
  /** As it is then. */
  'custom-field-changed': {
    name: string
    help: string
    choices: readonly string[]
    required: string
    isRetired: boolean
    place?: number
  }
  'report-template-created': { productId: string } & TemplateFacts
  /** As it is then. */
  'report-template-changed': TemplateFacts & { isArchived: boolean; place?: number }
  'component-created': { productId: string; name: string; description: string; defaultAssignee: string | null }
  'component-changed': {
    name?: Change
    description?: Change
    defaultAssignee?: LinkChange
    isArchived?: FlagChange
  }
  'version-created': { productId: string; name: string; dueOn: string | null; isReleased: boolean }
  'version-changed': { name?: Change; dueOn?: LinkChange; isReleased?: FlagChange; isArchived?: FlagChange }
  'product-member-added': { userId: string }
  'product-member-removed': { userId: string }
  'role-created': { permissions: readonly string[] }
  'role-renamed': Change
  'role-deleted': { permissions: readonly string[] }
  'role-changed': { from: readonly string[]; to: readonly string[] }
  /** Some of the settings; null is the default. */
  'settings-changed': { readonly [N in SettingName]?: LinkChange }
  'label-created': { name: string; tone: string; description: string }
  'label-changed': { name?: Change; tone?: Change; description?: Change }
  /** Its bugs have the other one from then on. */
  'label-merged': { name: string; into: string; intoName: string }
  'label-deleted': { name: string }
  'user-deactivated': Record<string, never>
  'user-reactivated': Record<string, never>
  /** A person of an import was found to be this account, which has all that was theirs. */
  'user-given': { placeholderId: string; fullName: string }
  'user-sessions-ended': { count: number }
  /**
   * The subject is the message. Its text is kept only with the conversation, so that deleting that deletes the text.
   */
  'chat-line-added': { conversationId: string; seq: number; from: string }
  /** The subject is the conversation. The note's text is kept only with it. */
  'chat-note-added': { noteId: string }
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
  /** The subject is a person who has seen notifications, or who follows or snoozes other bugs than before. */
  'news-changed': Record<string, never>
  /** A change of many bugs has gone on. The actor is whoever asked for it. */
  'bulk-changed': Record<string, never>
  'comment-added': {
    commentId: string
    createdOn: string
    userId: string
    message: string
    /** It was said elsewhere. */
    isImported?: true
    /** It asks the reporter something, or is the answer. */
    isWaiting?: FlagChange
    /** Of an answer: who had asked. */
    asker?: string
    /** Of a question: since when the team had owed the answer that it paid. */
    owedSince?: string
    /** It came as a mail. */
    byMail?: true
  }
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
