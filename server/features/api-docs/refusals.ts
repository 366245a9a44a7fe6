import type { Endpoint } from '#shared/http/endpoint.ts'
import type { ErrorCode } from '#shared/http/errors.ts'
import { reportCooldownSeconds } from '#shared/bugs/words.ts'
import { maxBulkBugs, maxUnfinishedBulks } from '#shared/bulk/contract.ts'
import { maxExports } from '#shared/exporting/contract.ts'
import { maxFields, maxTemplates } from '#shared/custom-fields/custom-field.ts'
import { maxSnoozes } from '#shared/snoozing/contract.ts'
import { maxBells, maxViews } from '#shared/views/contract.ts'

const noLink = 'the link was ended, is over, or was not made here'
const oftenUsed = { 'too-many-requests': 'too much was sent by this link or from this network' } as const

/** Refusals of single endpoints, with the reason; those of every call of a kind follow from its contract. */
const particular: Readonly<Record<string, Partial<Record<ErrorCode, string>>>> = {
  login: {
    'invalid-credentials': 'no account has this e-mail address and password',
    'too-many-requests': 'too many failed logins; wait as long as Retry-After says',
  },
  register: {
    'already-signed-in': 'the caller has a session',
    'email-taken': 'another account has this e-mail address',
    forbidden: 'not everybody may sign up; see `signUp` of the site',
    'too-many-requests': 'too many registrations from this address',
  },
  forgotPassword: { 'too-many-requests': 'too many mails asked for from this network' },
  renewResetLink: { 'too-many-requests': 'too many mails asked for from this network' },
  signUp: {
    'invalid-input': 'the address is none, or not of one of `signUpDomains` of the site',
    forbidden: 'sign-up is not for named mail domains; see `signUp` of the site',
    'too-many-requests': 'too many mails asked for from this network',
  },
  resetPassword: { forbidden: 'the link can’t be used any more' },
  confirmMailReport: {
    forbidden: 'the link can’t be used any more, or the account with its address may not report',
    'too-many-requests': 'too many links used from this network, or too many unused files of the reporter',
  },
  viewReport: { 'not-found': noLink },
  answerReport: { 'not-found': noLink, conflict: 'the Idempotency-Key was sent with another comment', ...oftenUsed },
  uploadToReport: {
    'not-found': noLink,
    'too-many-requests': 'too much was sent by this link or from this network, or too many files are in no comment yet',
  },
  viewReportFile: { 'not-found': `${noLink}, or no text of the report refers to the file` },
  setReportMail: { 'not-found': noLink, ...oftenUsed },
  endReporterLink: { 'not-found': noLink, ...oftenUsed },
  sendReporterLink: {
    conflict: 'the reporter has an account or left no address, or not everybody may see the product',
    'too-many-requests': 'too many links were sent to the reporter, or by the caller',
  },
  sendTranscript: {
    conflict: 'no mail is sent here, or the visitor has no address',
    'too-many-requests': 'one was sent within the last minutes, or to the same address',
  },
  hearLess: { 'not-found': 'the link was not made here, or was cut off' },
  confirmChatMail: { 'not-found': 'the link was not made here, or the address was taken back' },
  confirmEmail: { forbidden: 'the link can’t be used any more', 'email-taken': 'another account has the address' },
  askToConfirmEmail: {
    forbidden: 'the account is the demo’s',
    'too-many-requests': 'too many mails to the address, or asked for by the caller',
  },
  changeEmail: {
    forbidden: 'the account is the demo’s, or the current password is missing or wrong',
    'too-many-requests': 'too many mails to the address, or asked for by the caller, or too many wrong passwords',
  },
  inviteUser: {
    forbidden: 'canEditAnyUser is missing, a role permits more than the caller may, or sign-up is closed',
    'email-taken': 'an account has this e-mail address; `account` is its person, for holders of canViewData',
    'too-many-requests': 'too many mails to the address, or asked for by the caller',
  },
  resendInvitation: {
    forbidden: 'canEditAnyUser is missing, or the roles permit more than the caller may',
    'too-many-requests': 'too many mails to the address, or asked for by the caller',
  },
  copyInvitation: { forbidden: 'canEditAnyUser is missing, or the roles permit more than the caller may' },
  endInvitation: { forbidden: 'canEditAnyUser is missing, or the roles permit more than the caller may' },
  makeResetLink: {
    forbidden:
      'canEditAnyUser is missing, or the person is the caller, may do more than the caller, is deactivated or the demo account',
  },
  acceptInvitation: {
    'already-signed-in': 'the caller has a session',
    forbidden: 'the link can’t be used any more',
    'email-taken': 'another account has this e-mail address',
  },
  createFirstAdministrator: {
    forbidden: 'the link can’t be used any more',
    'email-taken': 'another account has this e-mail address',
  },
  exportBugs: {
    'too-many-requests': `the caller has an export under way, others have as many as there may be, or it is more than ${maxExports} within ten minutes`,
  },
  setBugStatus: { forbidden: 'the caller may not set this status of this bug; see `abilities.statuses`' },
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
  changeBugs: {
    'invalid-input': `a value is not accepted, or the search finds more than ${maxBulkBugs} bugs`,
    conflict:
      'the search finds another number of bugs, which stands in `conflict`, or the Idempotency-Key was sent with something else',
    'too-many-requests': `${maxUnfinishedBulks} bulk changes of the caller’s are not done yet`,
  },
  undoBulk: { 'too-many-requests': `${maxUnfinishedBulks} bulk changes of the caller’s are not done yet` },
  changeSettings: {
    'invalid-input': 'a setting can’t have this value; `field` names it',
    conflict: 'a variable of the environment sets it, or somebody else has changed it since; `field` names it',
  },
  addNote: { conflict: 'the Idempotency-Key was sent with another note' },
  addInternalComment: { conflict: 'the Idempotency-Key was sent with another comment' },
  listUsers: { forbidden: 'canViewData is missing, or canViewInternalComments for `seesInternalComments`' },
  addComment: {
    forbidden: 'the comment asks, and the caller is not of the team, or reported the bug',
    conflict: 'the Idempotency-Key was sent with another comment, or it asks about a bug that is closed or merged',
  },
  reopenBug: {
    forbidden: 'canViewData is missing, or the caller neither reported the bug nor is affected by it',
    conflict: 'it is a duplicate',
  },
  joinBug: { conflict: 'the Idempotency-Key was sent with another note' },
  reportFromConversation: {
    conflict: 'the Idempotency-Key was sent with another report, or a link is wanted that can’t be sent',
  },
  takeConversation: { conflict: 'somebody else has taken it, and `from` does not name them' },
  snoozeBug: { conflict: `the caller has snoozed ${maxSnoozes} bugs` },
  sendTestMail: { conflict: 'no mail goes out; GET /api/mail/list says why' },
  acceptReceivedMail: {
    conflict: 'its address was taken back, it says nothing or too much, or whose address it is may not write there',
  },
  createLabel: { conflict: 'there is a label of this name' },
  adoptImportedLabel: {
    'not-found': 'no bug that the caller may see brought such a word along, and there is no label of this name',
    'too-many-requests': `${maxUnfinishedBulks} bulk changes of the caller’s are not done yet`,
  },
  changeLabel: { conflict: 'there is a label of this name' },
  createField: { conflict: `the product has a field with this key, or ${maxFields} fields` },
  editField: { conflict: `the product has ${maxFields} fields that are not retired` },
  createTemplate: { conflict: `the product has ${maxTemplates} templates` },
  editTemplate: { conflict: `the product has ${maxTemplates} templates that are not archived` },
  adoptImportedComponent: {
    'not-found':
      'there is no such product, or no bug of it that the caller may see brought such a word along and it has no component of this name',
    conflict: 'the product’s component of this name is archived',
    'too-many-requests': `${maxUnfinishedBulks} bulk changes of the caller’s are not done yet`,
  },
  createComponent: { conflict: 'the product has a component of this name' },
  changeComponent: { conflict: 'the product has a component of this name' },
  createVersion: { conflict: 'the product has a version of this name' },
  changeVersion: { conflict: 'the product has a version of this name' },
  createProduct: { conflict: 'there is a product with this key' },
  createView: { conflict: `the caller has ${maxViews} views` },
  editView: { forbidden: 'it is not the caller’s own view' },
  deleteView: { forbidden: 'it is not the caller’s own view' },
  pinView: { conflict: `the caller has pinned ${maxViews} views of others` },
  setViewBell: { conflict: `the caller is told of ${maxBells} views` },
  editUser: {
    forbidden: 'the person, or a role that is given or taken, has more rights than the caller',
    conflict: 'nobody could edit users any more',
  },
  setUserActive: {
    forbidden: 'the person has more rights than the caller',
    conflict: 'nobody could edit users any more',
  },
  givePlaceholder: {
    forbidden: 'the account has more rights than the caller, or some bugs are private and the caller may not see such',
  },
  createRole: {
    forbidden: 'a permission that the caller lacks',
    conflict: 'there is a role of this name',
  },
  changeRole: {
    forbidden: 'a permission that the caller lacks is given or taken',
    conflict: 'nobody could edit users any more',
  },
  renameRole: {
    forbidden: 'the role permits what the caller may not',
    conflict: 'there is a role of this name, or the product itself gives the role',
  },
  deleteRole: {
    forbidden: 'the role permits what the caller may not',
    conflict: 'somebody has it, or the product itself gives it',
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
    [
      conflict !== undefined && !own.conflict,
      'conflict',
      'others changed the same since `baseVersion`; see `conflict`',
    ],
    [method !== 'GET', 'too-large', 'the body is larger than accepted'],
    [
      true,
      'unsupported-media-type',
      method === 'GET'
        ? packed
        : `the body is not ${takes === 'bytes' ? 'sent as application/octet-stream' : takes ? 'a form or JSON' : 'JSON'}, or ${packed}`,
    ],
  ]
  return [
    ...general.filter(([applies]) => applies).map(([, code, why]) => ({ code, why, isOwn: false })),
    ...Object.entries(own).map(([code, why]) => ({ code: code as ErrorCode, why, isOwn: true })),
  ]
}
