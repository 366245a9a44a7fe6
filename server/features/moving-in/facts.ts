import type { TrackerIssue } from './tracker-issue.ts'

/** What becomes of a fact: a field has it, or its words are kept with the bug's history. */
type Fate = 'carried' | 'kept'

interface Fact {
  /** As the report names it. */
  readonly name: string
  readonly fate: Fate
  /** What an issue has of it, in words. */
  readonly of: (issue: TrackerIssue) => readonly string[]
}

const one = (text: string): readonly string[] => (text.trim() === '' ? [] : [text.trim()])

/**
 * The facts for which there may be no field, by the name under which they are kept. A fact that gets a field is set to
 * 'carried': the lines that are imported have it already, and the report no longer counts it. Its words are kept either
 * way, because a tracker has more of them than there are values here.
 */
export const facts = {
  severity: { name: 'severity', fate: 'carried', of: ({ severity }) => one(severity) },
  labels: { name: 'labels', fate: 'carried', of: ({ labels }) => labels },
  links: {
    name: 'links to other bugs (but for duplicates)',
    fate: 'carried',
    of: ({ links }) => links.map(({ says, id }) => `${says} ${id}`),
  },
  components: {
    name: 'components after the first, which are labels here',
    fate: 'kept',
    of: ({ components }) => components.slice(1),
  },
  version: { name: 'versions that have the bug', fate: 'carried', of: ({ versions }) => versions },
  furtherVersions: {
    name: 'versions that have the bug after the first',
    fate: 'kept',
    of: ({ versions }) => versions.slice(1),
  },
  fixedVersion: { name: 'versions that fix it', fate: 'carried', of: ({ fixedVersions }) => fixedVersions },
  furtherFixedVersions: {
    name: 'versions that fix it after the first',
    fate: 'kept',
    of: ({ fixedVersions }) => fixedVersions.slice(1),
  },
  milestone: { name: 'milestone', fate: 'carried', of: ({ milestone }) => one(milestone) },
  resolution: { name: 'resolution', fate: 'kept', of: ({ resolution }) => one(resolution) },
  type: { name: 'type', fate: 'kept', of: ({ type }) => one(type) },
  others: {
    name: 'dates, votes, times and the like',
    fate: 'kept',
    of: ({ others }) => Object.entries(others).map(([name, value]) => `${name}: ${value}`),
  },
} as const satisfies Readonly<Record<string, Fact>>

export type FactName = keyof typeof facts
