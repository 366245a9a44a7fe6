import type { Endpoint } from '#shared/http/endpoint.ts'
import type { ErrorCode } from '#shared/http/errors.ts'
import { reportCooldownSeconds } from '#shared/bugs/words.ts'
import { maxViews } from '#shared/views/contract.ts'

/** Refusals of single endpoints, with the reason; those of every call of a kind follow from its contract. */
const particular: Readonly<Record<string, Partial<Record<ErrorCode, string>>>> = {
  login: {
    'invalid-credentials': 'no account has this e-mail address and password',
    'too-many-requests': 'too many failed logins; wait as long as Retry-After says',
  },
  register: {
    'already-signed-in': 'the caller has a session',
    'email-taken': 'another account has this e-mail address',
    'too-many-requests': 'too many registrations from this address',
  },
  createFirstAdministrator: {
    forbidden: 'the link can’t be used any more',
    'email-taken': 'another account has this e-mail address',
  },
  editMyBug: { forbidden: 'somebody else reported the bug' },
  editComment: { forbidden: 'somebody else wrote the comment' },
  deleteComment: { forbidden: 'somebody else wrote the comment, and the caller lacks canEditAnyBug' },
  undoChange: { forbidden: 'the change can’t be taken back, or not by the caller' },
  mergeBug: { forbidden: 'closing too needs canCloseAnyBug' },
  listCandidates: {
    forbidden: 'canViewData is missing',
    'too-many-requests': 'too many searches for similar bugs within a second',
  },
  findSimilar: { 'too-many-requests': 'too many searches for similar bugs within a second' },
  reportBug: {
    conflict: 'the Idempotency-Key was sent with another report',
    'too-many-requests': `within ${reportCooldownSeconds} seconds of the caller’s last report`,
  },
  addComment: { conflict: 'the Idempotency-Key was sent with another comment' },
  joinBug: { conflict: 'the Idempotency-Key was sent with another note' },
  reportFromConversation: { conflict: 'the Idempotency-Key was sent with another report' },
  takeConversation: { conflict: 'somebody else has taken it, and `from` does not name them' },
  createView: { conflict: `the caller has ${maxViews} views` },
  editView: { forbidden: 'it is not the caller’s own view' },
  deleteView: { forbidden: 'it is not the caller’s own view' },
  pinView: { conflict: `the caller has pinned ${maxViews} views of others` },
  editUser: {
    forbidden: 'the person, or a role that is given or taken, has more rights than the caller',
    conflict: 'nobody could edit users any more',
  },
  setUserActive: {
    forbidden: 'the person has more rights than the caller',
    conflict: 'nobody could edit users any more',
  },
  createRole: {
    forbidden: 'a permission that the caller lacks',
    conflict: 'there is a role of this name',
  },
  changeRole: {
    forbidden: 'a permission that the caller lacks is given or taken',
    conflict: 'nobody could edit users any more',
  },
  uploadAttachment: {
    'invalid-input': 'no name, no bytes, or they did not all arrive',
    'too-many-requests': 'too many files at the same time, or too many that no text refers to',
  },
}

const packed = 'the request has a Content-Encoding'

/** Calls with a parameter in their path that answer the same for an unknown one. */
const findsAlways: ReadonlySet<string> = new Set(['endMySession', 'listUserSessions', 'endUserSession'])

export interface Refusal {
  readonly code: ErrorCode
  readonly why: string
  /** Whether this endpoint refuses it for a reason of its own. */
  readonly isOwn: boolean
}

/** Names of the endpoints with reasons. */
export const particularNames: readonly string[] = Object.keys(particular)

/**
 * Returns what an endpoint may refuse besides the refusals of every call (`internal`, `unavailable`), the more general
 * reasons first. A code may occur twice.
 */
export function refusalsOf(name: string, endpoint: Endpoint): Refusal[] {
  const { access, method, params, query, body, takes, conflict } = endpoint
  const own = particular[name] ?? {}
  const general: readonly (readonly [boolean, ErrorCode, string])[] = [
    [
      (query !== undefined || body !== undefined) && !own['invalid-input'],
      'invalid-input',
      'a value is not accepted; `field` names it',
    ],
    // A body is read before it is known that none is wanted.
    [
      query === undefined && body === undefined && (params !== undefined || method !== 'GET'),
      'invalid-input',
      'the address or the body can’t be read',
    ],
    [access !== 'public', 'not-signed-in', 'no session, or one that has ended'],
    [access !== 'public' && access !== 'signed-in', 'forbidden', `the caller lacks ${access}`],
    [method !== 'GET', 'origin-refused', 'the request comes from another site’s page'],
    [
      params !== undefined && !findsAlways.has(name),
      'not-found',
      'nothing has this address, or the caller may not see it',
    ],
    [conflict !== undefined, 'conflict', 'others changed the same since `baseVersion`; see `conflict`'],
    [method !== 'GET', 'too-large', 'the body is larger than accepted'],
    [
      true,
      'unsupported-media-type',
      method === 'GET'
        ? packed
        : `the body is not ${takes ? 'sent as application/octet-stream' : 'JSON'}, or ${packed}`,
    ],
  ]
  return [
    ...general.filter(([applies]) => applies).map(([, code, why]) => ({ code, why, isOwn: false })),
    ...Object.entries(own).map(([code, why]) => ({ code: code as ErrorCode, why, isOwn: true })),
  ]
}
