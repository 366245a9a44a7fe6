import { bugFields, eachField, plainNames } from '#shared/bugs/fields.ts'

const texts = { title: 'changed', description: 'changed', stepsToReproduce: 'changed' }
const names = { fullName: 'F', givenName: 'G', familyName: 'N' }
let count = 0

/** A body that each write accepts, by the endpoint's name, for the ids of `recordsOf`. */
export const acceptedBodies: Readonly<Record<string, (ids: Readonly<Record<string, string>>) => unknown>> = {
  login: () => ({ email: 'known@example.test', password: 'a good password' }),
  register: () => ({ ...names, email: `m${++count}@example.test`, password: 'a good password' }),
  logout: () => undefined,
  hasPermission: () => ({ permission: 'canViewData' }),
  editUser: () => names,
  editMe: () => names,
  setUserActive: () => ({ active: true }),
  createRole: () => ({ name: `role ${++count}`, permissions: [] }),
  changeRole: () => ({ permissions: [] }),
  reportBug: () => texts,
  editBug: () => texts,
  editMyBug: () => texts,
  closeBug: () => ({ closed: true }),
  setBugStatus: () => ({ status: 'In Progress' }),
  setBugFields: () => eachField(plainNames, (name) => bugFields[name].values.at(-1)),
  classifyBug: () => ({ classification: 'approved' }),
  assignBug: ({ userId }) => ({ userId }),
  followBug: () => ({ following: true }),
  joinBug: () => ({}),
  seeBug: ({ entryId }) => ({ entryId }),
  mergeBug: ({ originalId }) => ({ into: originalId }),
  addComment: () => ({ message: 'new' }),
  editComment: () => ({ message: 'changed' }),
  findSimilar: () => ({ title: 'two words' }),
  createView: () => ({ name: 'n', search: { keywords: 'is:open' }, isShared: false }),
  editView: () => ({ name: 'changed' }),
  pinView: () => ({ pinned: true }),
  checkSetupToken: () => ({ token: 'x' }),
  takeConversation: () => ({ taken: true }),
  closeConversation: () => ({ closed: true }),
  blockVisitor: () => ({ blocked: true }),
  reportFromConversation: () => texts,
  createAnswer: () => ({ title: 't', message: 'm' }),
  editAnswer: () => ({ title: 't', message: 'changed' }),
  createFirstAdministrator: () => ({
    ...names,
    email: `m${++count}@example.test`,
    password: 'a good password',
    token: 'x',
  }),
}

/** A query for the calls that need one, by the endpoint's name. */
export const acceptedQueries: Readonly<Record<string, string>> = {
  uploadAttachment: '?name=a.txt',
  listAttachments: `?ids=${'f'.repeat(24)}`,
  listReferences: '?ids=ffffffff',
}
