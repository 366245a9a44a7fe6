import type { BugStatus } from '#shared/bugs/words.ts'

/** Words of other trackers (Jira, GitHub, GitLab, Bugzilla, Mantis, Redmine) for each of the four statuses. */
const words: Readonly<Record<BugStatus, readonly string[]>> = {
  Open: [
    'open',
    'opened',
    'new',
    'reported',
    'submitted',
    'unconfirmed',
    'confirmed',
    'acknowledged',
    'accepted',
    'untriaged',
    'triage',
    'triaged',
    'needs triage',
    'to do',
    'todo',
    'backlog',
    'ready',
    'ready for development',
    'planned',
    'selected for development',
    'reopened',
    'unresolved',
    'feedback',
    'needinfo',
    'needs info',
    'needs more info',
    'waiting',
    'waiting for support',
    'waiting for customer',
    'pending',
    'on hold',
    'hold',
    'blocked',
    'deferred',
    'postponed',
  ],
  'In Progress': [
    'in progress',
    'inprogress',
    'started',
    'active',
    'assigned',
    'doing',
    'wip',
    'work in progress',
    'in development',
    'fixing',
    'patch available',
    'in review',
    'review',
    'under review',
    'code review',
    'ready for review',
    'in test',
    'in testing',
    'testing',
    'ready for testing',
    'ready for test',
    'in qa',
    'qa',
    'ready for qa',
    'in qe test',
    'to verify',
  ],
  Resolved: ['resolved', 'fixed', 'fix committed', 'implemented', 'solved', 'answered', 'ready for release', 'merged'],
  Closed: [
    'closed',
    'done',
    'verified',
    'complete',
    'completed',
    'released',
    'fix released',
    'cancelled',
    'canceled',
    'rejected',
    'declined',
    'invalid',
    'wontfix',
    'wont fix',
    'wont do',
    'worksforme',
    'works for me',
    'cannot reproduce',
    'duplicate',
    'not planned',
    'not a bug',
    'obsolete',
    'expired',
    'archived',
    'locked',
  ],
}

const statusOfWord = new Map(
  Object.entries(words).flatMap(([status, list]) => list.map((word) => [word, status as BugStatus] as const)),
)

/**
 * The status that another tracker's word stands for; case, hyphens and underscores don't matter. No word is Open.
 * @returns undefined for a word that isn't known
 */
export function statusOf(word: string): BugStatus | undefined {
  const plain = word
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
  return plain === '' ? 'Open' : (statusOfWord.get(plain) ?? statusOfWord.get(plain.replace(/^re /, 're')))
}
