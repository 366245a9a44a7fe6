import { bugzilla } from './bugzilla.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { jira } from './jira.ts'
import { redmine } from './redmine.ts'
import type { Source } from './source.ts'

/** Every tracker that can be moved from, by its name on the command line. */
export const sources = { jira, github, redmine, bugzilla, gitlab } as const satisfies Readonly<Record<string, Source>>

export type TrackerName = keyof typeof sources
export const trackerNames = Object.keys(sources) as readonly TrackerName[]
