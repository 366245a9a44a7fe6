import type { searchOf } from '#server/features/finding/public.ts'
import { bugFields, type FieldName, partNames } from '#shared/bugs/fields.ts'
import type { SearchNode, TermName } from '#shared/search/search-query.ts'

/** What a search asks of bugs and an event may change. `is` and `has` ask for one of the others. */
type Fact = Exclude<TermName, 'is' | 'has'> | 'words' | 'waiting' | 'attachment' | 'private'

/** An event of a bug, as the list of events has it. */
export interface BugEvent {
  readonly type: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** Returns what a search asks for, of what changes by events: bugs also come into a view and go by their age alone. */
export function askedBy({
  search,
  filters,
}: Pick<ReturnType<typeof searchOf>, 'search' | 'filters'>): ReadonlySet<Fact> {
  return new Set<Fact>([
    ...(filters.isClosed === undefined ? [] : [bugFields.status.term]),
    ...(filters.classification === undefined ? [] : [bugFields.classification.term]),
    ...(search === undefined ? [] : factsIn(search)),
  ])
}

function factsIn(node: SearchNode): readonly Fact[] {
  switch (node.kind) {
    case 'word':
    case 'phrase':
      return ['words']
    case 'not':
      return factsIn(node.of)
    case 'and':
    case 'or':
      return node.parts.flatMap(factsIn)
    case 'term':
      if (node.name === 'is') return states[node.value] ?? []
      if (node.name === 'has') return owned[node.value] ?? ['attachment']
      return node.name === 'closed' ? ['status'] : [node.name]
  }
}

/** What is asked for by `is:`, but for what somebody decides for themselves. */
const states: Readonly<Record<string, readonly Fact[]>> = {
  open: ['status'],
  closed: ['status'],
  waiting: ['waiting'],
  unanswered: ['waiting'],
  blocked: ['blocked-by', 'status'],
  private: ['private'],
}
const owned: Readonly<Record<string, readonly Fact[]>> = { label: ['label'], parent: ['parent'] }

/**
 * Returns whether an event may have brought a bug into what a search finds: the bug is new to its readers, or something has changed
 * for which the search asks.
 */
export function mayComeIn(event: BugEvent, asked: ReadonlySet<Fact>): boolean {
  const changed = changedBy(event)
  return changed === 'everything' || changed.some((fact) => asked.has(fact))
}

function changedBy({ type, payload }: BugEvent): readonly Fact[] | 'everything' {
  switch (type) {
    case 'bug-reported':
      return 'everything'
    case 'bug-status-changed':
      return ['status', 'waiting']
    case 'bug-classified':
    case 'bug-duplicate-linked':
    case 'bug-merged':
      return ['class', 'duplicate-of', 'status']
    case 'bug-assigned':
      return ['assignee']
    case 'bug-edited':
      return ['words']
    case 'bug-links-changed':
      return ['blocks', 'blocked-by', 'parent']
    case 'bug-moved':
      return ['product', 'field', ...partNames.map((name) => bugFields[name].term)]
    case 'bug-fields-changed':
      return becameVisible(payload) ? 'everything' : Object.keys(payload).flatMap(factOf)
    case 'comment-added':
      return ['waiting', 'commenter', 'attachment']
    default:
      return []
  }
}

const becameVisible = ({ isPrivate }: BugEvent['payload']) => (isPrivate as { to?: boolean } | undefined)?.to === false

function factOf(name: string): Fact[] {
  if (name.startsWith('field.')) return ['field']
  if (name === 'isPrivate') return ['private']
  const field = bugFields[name as FieldName]
  return field !== undefined && 'term' in field ? [field.term as Fact] : []
}
