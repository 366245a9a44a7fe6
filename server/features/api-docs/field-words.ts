import { bugFields, filterFields, plainNames } from '#shared/bugs/fields.ts'
import { defaultNotifications } from '#shared/following/contract.ts'
import { defaultTimelineLength } from '#shared/history/contract.ts'
import { defaultPageSize } from '#shared/http/page.ts'
import { defaultMergedComments } from '#shared/merging/contract.ts'
import { defaultCandidates, defaultSimilar } from '#shared/similar/contract.ts'

/** What a caller has to know of a parameter or of a key of a body. */
export interface FieldWords {
  readonly says: string
  /** The value that applies where it is absent. */
  readonly default?: string | number | boolean
}

type Words = string | readonly [says: string, fallback: string | number | boolean]

const titleOfBug = 'What is wrong, in one line.'
const notGuessable = 'None of the most common ones, and not the account’s names or address.'
const staysAsItIs = 'Absent: stays as it is.'

/** By the name of the field, or by `endpoint.field` where it has another meaning in one endpoint. */
const words: Readonly<Record<string, Words>> = {
  active: 'False deactivates, true lets sign in again.',
  answerId: 'The canned answer.',
  baseVersion: 'The version that the change began from. Absent: the last change wins.',
  before: 'Only entries before the one with this number.',
  'listLines.before': 'Only lines before this place.',
  'listMergedComments.before': 'Only comments before the one with this id.',
  after: 'Only lines after this place.',
  blocked: 'True blocks, false lets write again.',
  bugId: 'The bug.',
  classification: 'The bug’s classification.',
  ...Object.fromEntries(plainNames.map((name) => [name, `${bugFields[name].says} Absent: stays as it is.`])),
  ...Object.fromEntries(
    filterFields.map((name) => [
      `listBugs.${name}`,
      `Only bugs of this ${bugFields[name].label.toLowerCase()}. Absent: all.`,
    ]),
  ),
  close: ['Closes the duplicate too, which wants canCloseAnyBug.', false],
  closed: 'True closes, false opens.',
  'listBugs.closed': ['Only closed bugs (`true`, `closed`), only open ones (`false`, `open`), or both.', 'both'],
  commentId: 'The comment.',
  comments: ['`none` leaves the comments out.', 'all'],
  conversationId: 'The conversation.',
  attachmentId: 'The attachment.',
  description: 'What happens, in Markdown.',
  'findSimilar.description': 'What is written of it so far.',
  duplicateOf: 'The original’s id, or null for none; only with the classification `duplicate`. Absent: as it was.',
  email: 'The account’s e-mail address.',
  entryId: 'The number of an entry of the timeline.',
  familyName: 'Family name.',
  'editUser.familyName': staysAsItIs,
  'editMe.familyName': staysAsItIs,
  filter: ['What kinds of entries.', 'all'],
  following: 'True follows, false stops following.',
  from: 'The id of the person who has it, to take it over from them.',
  fullName: 'The name that others see.',
  'editUser.fullName': staysAsItIs,
  'editMe.fullName': staysAsItIs,
  givenName: 'Given name.',
  'editUser.givenName': staysAsItIs,
  'editMe.givenName': staysAsItIs,
  ids: 'Ids with commas between them.',
  into: 'The original’s id.',
  isShared: 'Whoever has its link may open it.',
  keywords: 'Words to search for; an id finds its record.',
  'listBugs.keywords': 'What to search for, in the language of docs/search.md.',
  'listConversations.keywords': 'Words of names, addresses and lines.',
  'getUser.keywords': 'When it is there, the result is a list of one or none.',
  'listNews.limit': ['How many at most.', defaultNotifications],
  'listTimeline.limit': ['How many at most.', defaultTimelineLength],
  'listMergedComments.limit': ['How many at most.', defaultMergedComments],
  'listCandidates.limit': ['How many at most.', defaultCandidates],
  'findSimilar.limit': ['How many at most.', defaultSimilar],
  maxAge: 'Only what was created at most so many days ago. Not less than minAge.',
  message: 'The text, in Markdown.',
  'createAnswer.message': 'The text, as it is sent.',
  'editAnswer.message': 'The text, as it is sent.',
  minAge: 'Only what was created at least so many days ago.',
  name: 'What it is called.',
  note: 'Becomes a comment. Absent or empty: none.',
  pageNumber: ['Which page, from 1. One past the end is empty.', 1],
  pageSize: ['Entries of a page.', defaultPageSize],
  password: `The account’s password. ${notGuessable}`,
  'login.password': 'The account’s password.',
  'editUser.password': `A new password. ${notGuessable} Absent or empty: stays as it is.`,
  'editMe.password': `A new password. ${notGuessable} ${staysAsItIs}`,
  permission: 'The permission’s name.',
  permissions: 'All permissions of the role.',
  pinned: 'True pins, false unpins.',
  role: 'Only people with this role. Absent: all.',
  'editUser.role': 'All roles of the person. Absent: stay as they are.',
  roleName: 'The role.',
  search: 'What the view finds.',
  sessionId: 'The session, as the list of sessions names it.',
  size: '`thumbnail`: a small picture of an image. Absent: the file.',
  'listBugs.sortBy': ['What orders the list: createdOn newest first, texts A to Z, relevance best first.', 'createdOn'],
  'listUsers.sortBy': ['What orders the list: names and roles A to Z.', 'newest'],
  sortByInvert: ['The other way round.', false],
  status: 'The status.',
  stepsToReproduce: 'How to see it, in Markdown.',
  'findSimilar.stepsToReproduce': 'What is written of it so far.',
  taken: 'True takes it, false gives it back.',
  title: titleOfBug,
  'findSimilar.title': 'What is written of it so far.',
  'createAnswer.title': 'What the list calls it.',
  'editAnswer.title': 'What the list calls it.',
  token: 'What the one-time link carries.',
  userId: 'The person.',
  view: ['Which part of the inbox.', 'all'],
  viewId: 'The view: an id, or the name of one that everybody has.',
}

/** Every key with a description. */
export const wordedFields: readonly string[] = Object.keys(words)

/** Returns the key of a field's description. */
export const keyOf = (endpoint: string, field: string): string =>
  words[`${endpoint}.${field}`] ? `${endpoint}.${field}` : field

/** Returns the description of a field. @throws Error where there is none, so that a new field gets its own */
export function wordsOf(endpoint: string, field: string): FieldWords {
  const found = words[keyOf(endpoint, field)]
  if (found === undefined)
    throw new Error(`server/features/api-docs/field-words.ts has no words for ${endpoint}.${field}`)
  return typeof found === 'string' ? { says: found } : { says: found[0], default: found[1] }
}
