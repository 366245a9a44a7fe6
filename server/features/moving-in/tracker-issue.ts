import type { Readable } from 'node:stream'
import type { Markup } from './markup/context.ts'

/** Somebody as a tracker names them; what is empty is not known. */
export interface TrackerPerson {
  readonly name: string
  readonly email: string
  /** What tells people of one name apart, with the tracker's host. */
  readonly account: string
  /** What mentions name the person by. */
  readonly login: string
}

export interface TrackerComment {
  readonly id: string
  readonly author: TrackerPerson | null
  readonly created: string
  readonly text: string
  /** Of this text alone. */
  readonly markup?: Markup
  readonly isPrivate: boolean
}

export interface TrackerAttachment {
  readonly id: string
  readonly name: string
  readonly author: TrackerPerson | null
  readonly created: string
  /** Where its content is; empty when the file to import has it, or nobody has. */
  readonly url: string
  /** The path of its content, when the export holds it. */
  readonly file?: string
  /** Opens its content, where the tracker does not give it as a file. */
  readonly open?: () => Promise<Readable>
  /** Text that refers to it in the tracker's texts, when that is not its name. */
  readonly reference?: string
  readonly isPrivate: boolean
}

/** What a link says: what the issue that has it is to the other one; for `parent`, the other is this one's parent. */
export type LinkKind = 'blocks' | 'blocked-by' | 'relates' | 'parent' | 'child'

export interface TrackerLink {
  /** Null for a link whose other end says the same: it is carried over from there. */
  readonly kind: LinkKind | null
  readonly id: string
  /** The tracker's own words. */
  readonly says: string
}

/** What a product's own field holds. */
export interface CustomValue {
  /** As the mapping file names it. */
  readonly id: string
  readonly name: string
  readonly values: readonly string[]
}

/** What a tracker knows of one of its versions, or milestones. */
export interface TrackerVersion {
  readonly name: string
  /** Empty where it has no date. */
  readonly due: string
  readonly isReleased: boolean
}

/** An issue of any tracker: everything that is known of it, whether there is a place for it here or not. */
export interface TrackerIssue {
  /** Tells it from all others that are imported; the search finds the bug by it. */
  readonly id: string
  /** With the number that it has in its product, such as HADOOP-123. */
  readonly key: string
  readonly title: string
  readonly text: string
  readonly markup: Markup
  /** Further texts with a heading each, such as the environment. */
  readonly moreTexts: readonly { readonly heading: string; readonly text: string }[]
  readonly created: string
  readonly reporter: TrackerPerson | null
  readonly assignee: TrackerPerson | null
  /** The tracker's word. */
  readonly status: string
  /** What kind of status that is, when the tracker says so. */
  readonly statusKind: 'open' | 'started' | 'done' | null
  readonly resolution: string
  readonly priority: string
  readonly severity: string
  readonly type: string
  readonly product: string
  readonly components: readonly string[]
  readonly labels: readonly string[]
  readonly versions: readonly string[]
  readonly fixedVersions: readonly string[]
  readonly milestone: string
  /** Of those above, the milestone too, what is known beside the name. */
  readonly versionFacts: readonly TrackerVersion[]
  /** When and by whom it was closed; empty and null for an open one, or where nobody knows. */
  readonly closedOn: string
  readonly closedBy: TrackerPerson | null
  readonly duplicateOf: string
  readonly links: readonly TrackerLink[]
  readonly isPrivate: boolean
  readonly comments: readonly TrackerComment[]
  readonly attachments: readonly TrackerAttachment[]
  readonly customFields: readonly CustomValue[]
  /** Everything else by its name: dates, votes, times. */
  readonly others: Readonly<Record<string, string>>
}

/** Returns an issue of which nothing but the given facts is known. */
export function trackerIssue(
  facts: Pick<TrackerIssue, 'id' | 'key' | 'title' | 'text' | 'markup' | 'created'> & Partial<TrackerIssue>,
): TrackerIssue {
  return {
    moreTexts: [],
    reporter: null,
    assignee: null,
    status: '',
    statusKind: null,
    resolution: '',
    priority: '',
    severity: '',
    type: '',
    product: '',
    components: [],
    labels: [],
    versions: [],
    fixedVersions: [],
    milestone: '',
    versionFacts: [],
    closedOn: '',
    closedBy: null,
    duplicateOf: '',
    links: [],
    isPrivate: false,
    comments: [],
    attachments: [],
    customFields: [],
    others: {},
    ...facts,
  }
}
