import { statusOf } from '#server/features/imports/public.ts'
import { bugFields, type ChoiceValue } from '#shared/bugs/fields.ts'
import { choiceMeant } from '#shared/bugs/imported-words.ts'
import { type BugStatus, bugStatuses } from '#shared/bugs/words.ts'
import * as z from 'zod/mini'
import { TrackerError } from './http/tracker-error.ts'
import type { CustomValue, LinkKind, TrackerIssue } from './tracker-issue.ts'
import { namedByTracker } from './values.ts'

/** Where the value of a custom field may go. */
const fieldTargets = ['history', 'description', 'steps', 'labels', 'severity', 'component', 'field', 'nowhere'] as const
export type FieldTarget = (typeof fieldTargets)[number]
const linkTargets = ['blocks', 'blocked by', 'relates', 'parent', 'child', 'duplicate', 'duplicated by'] as const
export type LinkTarget = (typeof linkTargets)[number]

const priorities = bugFields.priority.values
const severities = bugFields.severity.values

const mappingFile = z.object({
  statuses: z._default(z.record(z.string(), z.enum(bugStatuses)), {}),
  priorities: z._default(z.record(z.string(), z.enum(priorities)), {}),
  severities: z._default(z.record(z.string(), z.enum(severities)), {}),
  links: z._default(z.record(z.string(), z.enum(linkTargets)), {}),
  fields: z._default(
    z.record(
      z.string(),
      z.object({
        name: z.optional(z.string()),
        to: z.enum(fieldTargets),
        field: z.optional(z.string()),
        bugs: z.optional(z.number()),
        example: z.optional(z.string()),
      }),
    ),
    {},
  ),
})

/** What a mapping file says, or would say. */
export type Mapping = z.output<typeof mappingFile>

export const emptyMapping: Mapping = { statuses: {}, priorities: {}, severities: {}, links: {}, fields: {} }

/** Reads a mapping file. @throws TrackerError naming the first entry that can't be used */
export function readMapping(text: string, path: string): Mapping {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new TrackerError(`${path} is not valid JSON.`, { cause: error })
  }
  const read = mappingFile.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new TrackerError(`${path}: ${issue?.path.join(' > ') ?? ''} ${allowedAt(issue?.path[0])}.`)
}

function allowedAt(section: PropertyKey | undefined): string {
  const words: Readonly<Record<string, readonly string[]>> = {
    statuses: bugStatuses,
    priorities,
    severities,
    links: linkTargets,
    fields: fieldTargets,
  }
  const allowed = words[String(section)]
  return allowed ? `must be one of ${allowed.join(', ')}` : 'has not the shape that a dry run writes'
}

/** Collects the words of a tracker while its issues are read, for the mapping file that a dry run writes. */
export class SeenWords {
  readonly #given: Mapping
  readonly #seen: Mapping

  /** @param given what an earlier file says; it stays */
  constructor(given: Mapping) {
    this.#given = given
    const { statuses, priorities, severities, links, fields } = structuredClone(given)
    this.#seen = {
      statuses: namedByTracker(statuses),
      priorities: namedByTracker(priorities),
      severities: namedByTracker(severities),
      links: namedByTracker(links),
      fields: namedByTracker(fields),
    }
  }

  issue({ status, statusKind, priority, severity, customFields }: TrackerIssue): void {
    if (status) this.#seen.statuses[status] ??= statusFor(status, statusKind, this.#given)
    if (priority) this.#seen.priorities[priority] ??= priorityFor(priority, this.#given)
    if (severity) this.#seen.severities[severity] ??= severityFor(severity, this.#given)
    for (const custom of customFields) {
      const { id, name, values } = custom
      const word = values.join(', ')
      if (targetOf(custom, this.#given) === 'severity') this.#seen.severities[word] ??= severityFor(word, this.#given)
      const field = (this.#seen.fields[id] ??= { name, to: 'history' })
      field.bugs = (field.bugs ?? 0) + 1
      field.example ??= values.join(', ').slice(0, 100)
    }
  }

  link(words: string, target: LinkTarget): void {
    this.#seen.links[words] ??= target
  }

  /** The mapping with an entry for every word that was seen. */
  get mapping(): Mapping {
    return this.#seen
  }
}

/** Returns what a tracker's status becomes. */
export function statusFor(word: string, kind: TrackerIssue['statusKind'], mapping: Mapping): BugStatus {
  const byKind = { open: 'Open', started: 'In Progress', done: 'Closed' } as const
  return (
    (Object.hasOwn(mapping.statuses, word) ? mapping.statuses[word] : undefined) ??
    statusOf(word) ??
    (kind ? byKind[kind] : 'Open')
  )
}

/** Returns what a tracker's priority becomes; `none` for a word that nobody knows. */
export function priorityFor(word: string, mapping: Mapping): Mapping['priorities'][string] {
  return valueFor('priority', word, mapping.priorities)
}

/** Returns what a tracker's severity becomes; `none` for a word that nobody knows. */
export function severityFor(word: string, mapping: Mapping): Mapping['severities'][string] {
  return valueFor('severity', word, mapping.severities)
}

function valueFor<N extends 'priority' | 'severity'>(
  name: N,
  word: string,
  given: Readonly<Record<string, ChoiceValue<N>>>,
): ChoiceValue<N> {
  const mapped = Object.hasOwn(given, word) ? given[word] : undefined
  if (mapped) return mapped
  return choiceMeant(name, word) ?? bugFields[name].initial
}

/** Returns where a custom field's value goes. */
export function targetOf({ id }: CustomValue, mapping: Mapping): FieldTarget {
  return (Object.hasOwn(mapping.fields, id) ? mapping.fields[id]?.to : undefined) ?? 'history'
}

/** Returns the key or the name of the custom field that has a value here: what the mapping file says, or the same name. */
export function fieldFor({ id, name }: CustomValue, mapping: Mapping): string {
  return (Object.hasOwn(mapping.fields, id) ? mapping.fields[id]?.field : undefined) ?? name
}

/** Returns what a link between two issues means. @param words the tracker's name of the link, seen from the first */
export function linkFor(words: string, mapping: Mapping): LinkTarget {
  const given = Object.hasOwn(mapping.links, words) ? mapping.links[words] : undefined
  if (given) return given
  const plain = words
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
  return linkWords.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'relates'
}

const linkWords: readonly (readonly [LinkTarget, RegExp])[] = [
  [
    'blocked by',
    /^(is )?blocked( by)?$|^depends (up)?on$|^is dependent on$|^requires$|^(has to be done after|follows)$/,
  ],
  ['blocks', /^blocks$|^is (depended (up)?on by|required by|a dependency of)$|^(has to be done before|precedes)$/],
  ['duplicate', /^duplicates$/],
  ['duplicated by', /^is duplicated by$/],
  ['parent', /^(is (a )?(child|sub ?task) of|is part of|is contained by)$/],
  ['child', /^(is (a )?parent of|contains|incorporates)$/],
]

/** Returns what the import's lines say of a link; null for a duplicate, which its other end says. */
export function kindOf(target: LinkTarget): LinkKind | null {
  if (target === 'blocked by') return 'blocked-by'
  return target === 'duplicate' || target === 'duplicated by' ? null : target
}
