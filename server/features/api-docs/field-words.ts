import { fieldSentences } from '#shared/bugs/field-sentences.ts'
import {
  addName,
  bugFields,
  filterFields,
  labelsNames,
  partNames,
  removeName,
  settableNames,
} from '#shared/bugs/fields.ts'
import { maxBulkIds } from '#shared/bulk/contract.ts'
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
  jobId: 'The job: its number.',
  mailId: 'The mail.',
  receivedId: 'The received mail.',
  bugId: 'The bug: its id, or its key such as BUG-7.',
  bulkId: 'The bulk change.',
  classification: 'The bug’s classification.',
  ...Object.fromEntries(settableNames.map((name) => [name, `${fieldSentences[name]} Absent: stays as it is.`])),
  ...Object.fromEntries(
    filterFields.map((name) => [
      `listBugs.${name}`,
      `Only bugs of this ${bugFields[name].label.toLowerCase()}. Absent: all.`,
    ]),
  ),
  'listBugs.product': 'Only bugs of the product with this key. Absent: all.',
  ...Object.fromEntries(
    labelsNames.flatMap((name) => {
      const [label, says] = [bugFields[name].label, fieldSentences[name]]
      const labels = label.toLowerCase()
      return [
        [name, `All of its ${labels}, by their ids. ${says} Absent: as they are, but for what is added and removed.`],
        [addName(name), `Ids of ${labels} that it has too from now on.`],
        [removeName(name), `Ids of ${labels} that it has no longer.`],
      ]
    }),
  ),
  ...Object.fromEntries(
    partNames.flatMap((name) => [
      [name, `${fieldSentences[name]} Its id, or null for none. Absent: stays as it is.`],
      [
        `listBugs.${name}`,
        `Only bugs with ${bugFields[name].asks} of this name, in whatever case, or none. Absent: all.`,
      ],
    ]),
  ),
  'reportBug.component': 'The id of a component of that product; its default assignee gets the bug. Absent: none.',
  'reportBug.foundVersion': 'The id of a version of that product. Absent: none.',
  componentId: 'The component.',
  versionId: 'The version.',
  'createComponent.description': ['What belongs to it.', ''],
  'changeComponent.description': `What belongs to it. ${staysAsItIs}`,
  'createComponent.name': 'What it is called.',
  'changeComponent.name': `What it is called. ${staysAsItIs}`,
  'createComponent.defaultAssignee':
    'The id of the person to whom bugs are assigned that are reported with it. Absent or null: nobody.',
  'changeComponent.defaultAssignee':
    'The id of the person to whom bugs are assigned that are reported with it; null for nobody. Absent: stays as it is.',
  'createVersion.name': 'What it is called.',
  'changeVersion.name': `What it is called. ${staysAsItIs}`,
  'createVersion.dueOn': 'The day on which it is due, or was released. Absent or null: none.',
  'changeVersion.dueOn': `The day on which it is due, or was released; null for none. ${staysAsItIs}`,
  'createVersion.isReleased': ['Whether it is released.', false],
  'changeVersion.isReleased': `Whether it is released. ${staysAsItIs}`,
  'changeComponent.isArchived': `Archived, it stays where it is, and no further bug gets it. ${staysAsItIs}`,
  'changeVersion.isArchived': `Archived, it stays where it is, and no further bug gets it. ${staysAsItIs}`,
  'previewMove.productId': 'Where they would go: the id or the key of a product.',
  'previewMove.ids': 'The bugs, by their ids.',
  'previewMove.query': 'The bugs that this search of a saved view finds, instead of ids.',
  'listBugs.label': 'Only bugs with the label of this name, in whatever case. Absent: all.',
  labelId: 'The label.',
  add: 'Links that begin: what the other bug is to this one.',
  remove: 'Links that end.',
  tone: 'The name of its colour. Absent: grey, or as it is.',
  'createLabel.description': ['What it is for.', ''],
  'changeLabel.description': `What it is for. ${staysAsItIs}`,
  'changeLabel.name': `What it is called. ${staysAsItIs}`,
  'mergeLabel.into': 'The id of the label that its bugs have from now on.',
  'listBugs.assignee': 'Only bugs that this person works on: an id, `@me`, or `none` for nobody. Absent: all.',
  'listBugs.author': 'Only bugs that this person reported: an id or `@me`. Absent: all.',
  'reportBug.isPrivate': [
    'Only its reporter, its assignee, people who are let in, and holders of canViewPrivateBugs may see it. Needs canEditMyBug or canClassifyAnyBug.',
    false,
  ],
  'editComment.isInternal':
    'Whether the comment is internal. It stays what it is: another value is refused, and absent, nothing is asked.',
  'listUsers.seesInternalComments':
    '`true`: only people who see internal comments; for holders of canViewInternalComments alone. Absent: all.',
  'addReader.userId': 'The person who is let in.',
  'removeReader.userId': 'The person who was let in.',
  close: ['Closes the duplicate too, which wants canCloseAnyBug.', false],
  closed: 'True closes, false opens.',
  'listBugs.closed': ['Only closed bugs (`true`, `closed`), only open ones (`false`, `open`), or both.', 'both'],
  commentId: 'The comment.',
  comments: ['`none` leaves the comments out.', 'all'],
  conversationId: 'The conversation.',
  attachmentId: 'The attachment.',
  currentPassword:
    'The password until now; a new one needs it. Absent: the session must have been started within the last 15 minutes.',
  dateFormat: 'How dates are written. Absent: stays as it is.',
  description: 'What happens, in Markdown.',
  'createProduct.description': 'What it is, in a few words. Absent: none.',
  'editProduct.description': staysAsItIs,
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
  format: '`jsonl`: JSON Lines, which `mothlight import` reads; `csv`: a table with a header.',
  fullName: 'The name that others see.',
  'editUser.fullName': staysAsItIs,
  'editMe.fullName': staysAsItIs,
  givenName: 'Given name.',
  'editUser.givenName': staysAsItIs,
  'editMe.givenName': staysAsItIs,
  icon: 'An emoji. Absent: none.',
  'editProduct.icon': staysAsItIs,
  isArchived: 'True has it take no more bugs, false takes bugs again. Absent: stays as it is.',
  isOpen: ['False shows its bugs to its members alone.', true],
  'editProduct.isOpen': 'Whether everybody with canViewData may see it, or its members alone. Absent: stays as it is.',
  key: '2 to 10 capital letters and digits, beginning with a letter. It never changes.',
  ids: 'Ids with commas between them.',
  'changeBugs.ids': `The bugs, ${maxBulkIds} at most; or \`query\` and \`total\`.`,
  productId: 'The product.',
  'reportBug.productId':
    'The product that it goes to: its id or its key. Absent: the oldest one that takes bugs and that the caller sees.',
  'moveBug.productId': 'Where it goes: the id or the key of a product.',
  query: 'The bugs that this search finds.',
  total: 'With `query`: how many bugs it has found. Where it finds another number now, nothing is changed.',
  fields: 'What to set; each is judged for each bug.',
  'reportBug.fields':
    'Custom fields of the product, by their keys. What the product requires is asked of who names it.',
  'setBugFields.fields': `Custom fields of its product, by their keys; null for none, a person by their id. ${staysAsItIs}`,
  'listBugs.fields': 'Only bugs with these custom fields: terms such as `field.browser:Firefox`. Absent: all.',
  fieldId: 'The custom field.',
  kind: 'What it holds. It never changes.',
  help: 'What is to be entered. Absent: none, or as it is.',
  choices: 'Of the kinds choice and choices: what is offered. Absent: as it is.',
  required: 'When it must have a value; `report` in any product but the first one. Absent: never, or as it is.',
  isRetired: 'True has it offered no longer, false offers it again. Absent: stays as it is.',
  place: 'Where it stands among those that are offered, from 0. Absent: stays as it is.',
  'createField.key': '2 to 30 small letters, digits and hyphens, beginning with a letter. It never changes.',
  'editField.name': staysAsItIs,
  templateId: 'The report template.',
  about: 'What it is for. Absent: none, or as it is.',
  ...Object.fromEntries(
    ['createTemplate', 'editTemplate'].flatMap((name) => [
      [`${name}.title`, 'What the title begins with. Absent: nothing, or as it is.'],
      [`${name}.description`, 'What the description begins with. Absent: nothing, or as it is.'],
      [`${name}.stepsToReproduce`, 'What the steps begin with. Absent: nothing, or as it is.'],
      [`${name}.fields`, 'The keys of the custom fields that are asked first. Absent: none, or as they are.'],
    ]),
  ),
  'editTemplate.name': staysAsItIs,
  'editTemplate.isArchived': 'True has it offered no longer, false offers it again. Absent: stays as it is.',
  'listBugs.ids': 'Ids of bugs with commas between them: those of them that match. Absent: of all bugs.',
  'countViews.ids': 'Ids of views, or names of those that everybody has, with commas between them.',
  into: 'The original’s id.',
  isShared: 'Whoever has its link may open it.',
  keywords: 'Words to search for; an id finds its record.',
  'listBugs.keywords': 'What to search for, in the language of docs/search.md.',
  'listConversations.keywords': 'Words of names, addresses and lines.',
  'getUser.keywords': 'When it is there, the result is a list of one or none.',
  'setBugLevel.level':
    'Everything; what matters (all of status, to whom it is assigned, and comments of who may classify or assign any bug); status (its status, merges, that it was assigned to the caller, and mentions); mentions; or nothing. null: what was chosen for its product or for everything.',
  'setBugLevel.following':
    'With level null: whether the caller follows the bug; null: not by a decision of theirs. Absent: who follows goes on, and nobody else does.',
  'unseeNews.seenOn': ['The `seenOn` of the answer to the call that is taken back.', '2026-01-31T09:00:00.000000Z'],
  'setBugLevel.putsBack': ['What became done by the choice before this one is as it was before.', false],
  'setProductLevel.level': 'As for a bug; null: as for all bugs.',
  density: 'How the bug list shows a bug: in one line, or as a card; null: they never chose. Absent: stays as it is.',
  splitView: 'Whether lists stand beside their bugs; null: they never chose. Absent: stays as it is.',
  autoAdvance:
    'Whether the next bug of a list opens once one has left it by what the reader set. Absent: stays as it is.',
  theme:
    'The colours of all screens: light, dark, or those of the device; null: they never chose. Absent: stays as it is.',
  newsLevel:
    'How much they hear of bugs that concern them, unless they chose otherwise for a bug or its product; null: by what they are to the bug. Absent: stays as it is.',
  mailTime:
    'When daily and weekly mail comes, and what is new in a view of which they are told daily: a time in their time zone, such as 07:30. Absent: stays as it is.',
  mailFrequency:
    'When they are mailed what they are told: soon (two minutes after it happened, and what was read by then is left out), daily or on Mondays at `mailTime`, or never. Absent: stays as it is.',
  quietHours:
    'From when until when no such mail is sent, such as 22:00 and 07:00, by the clock of the browser that was last seen; null: it is at any time. Absent: stays as it is.',
  'hearLess.level': 'What is still told of a bug: mentions, or nothing. Absent: nothing.',
  'hearLess.token': 'What the link of a mail carries.',
  'unsubscribe.token': 'The same.',
  'confirmChatMail.token': 'What the link of the mail carries.',
  'checkMailReport.token': 'What the link of the mail carries.',
  'confirmMailReport.token': 'The same.',
  'confirmMailReport.name': 'What a reporter who is new and has no account is called. Absent: as the mail said.',
  'viewReport.token': 'What the reporter’s link carries.',
  'answerReport.token': 'The same.',
  'uploadToReport.token': 'The same.',
  'viewReportFile.token': 'The same.',
  'setReportMail.token': 'The same.',
  'endReporterLink.token': 'The same.',
  isMailed: 'True has comments and changes of the status mailed to the reporter, false ends that.',
  sendsLink: ['Mails the visitor, who has no account and left an address, a link by which they follow the bug.', false],
  'listAllNews.state': 'What is unread; what was read, and is not done; or what is done. Absent: unread.',
  'seeBug.isDone': ['It is done, and not only read.', false],
  'seeAllNews.state': 'What is marked: what is unread, or what was read. Absent: unread.',
  'listNews.limit': ['How many at most.', defaultNotifications],
  'listTimeline.limit': ['How many at most.', defaultTimelineLength],
  'listMergedComments.limit': ['How many at most.', defaultMergedComments],
  'listCandidates.limit': ['How many at most.', defaultCandidates],
  'findSimilar.limit': ['How many at most.', defaultSimilar],
  listColumns:
    'What rows of the bug list show on wide screens, in no order; null: what they show for everybody. Absent: stays as it is.',
  maxAge: 'Only what was created at most so many days ago. Not less than minAge.',
  asks: ['It is a question to the reporter: the bug waits for them until they answer.', false],
  message: 'The text, in Markdown.',
  'createAnswer.message': 'The text, as it is sent.',
  'editAnswer.message': 'The text, as it is sent.',
  minAge: 'Only what was created at least so many days ago.',
  name: 'What it is called.',
  'editProduct.name': staysAsItIs,
  'adoptImportedComponent.name': 'The word as the list has it.',
  'adoptImportedLabel.name': 'The word as the list has it.',
  'adoptImportedProduct.name': 'The name as the imported bugs have it.',
  note: 'Becomes a comment. Absent or empty: none.',
  numberFormat: 'How numbers are written, by an example. Absent: stays as it is.',
  pageNumber: ['Which page, from 1. One past the end is empty.', 1],
  pageSize: ['Entries of a page.', defaultPageSize],
  'setPreferences.pageSize': 'Entries of a page of each list. Absent: stays as it is.',
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
  'listBugs.sortBy': [
    'What orders the list: createdOn and updatedOn newest first, affectedCount from the most, texts A to Z, relevance best first; or the values of a custom field by its name, such as field.browser, bugs without one last.',
    'createdOn',
  ],
  'listUsers.sortBy': ['What orders the list: names and roles A to Z.', 'newest'],
  sortByInvert: ['The other way round.', false],
  status: 'The status.',
  stepsToReproduce: 'How to see it, in Markdown.',
  'findSimilar.stepsToReproduce': 'What is written of it so far.',
  tells: '`now` within minutes, `daily` once a day, `off` not.',
  taken: 'True takes it, false gives it back.',
  title: titleOfBug,
  'findSimilar.title': 'What is written of it so far.',
  'createAnswer.title': 'What the list calls it.',
  'editAnswer.title': 'What the list calls it.',
  token: 'What the one-time link carries.',
  invitationId: 'The invitation.',
  'changeSettings.changes':
    'Some of the settings, each at most once: `value` null is the default, and `was` is the value that the change was made from.',
  'signUp.email': 'An address of one of the site’s `signUpDomains`.',
  'changeEmail.email': 'The new address, which counts once its link was used.',
  'changeEmail.currentPassword':
    'The caller’s password. Absent: the session must have been started within the last 15 minutes.',
  'inviteUser.email': 'The address of somebody without an account.',
  'inviteUser.role': 'The roles of their account.',
  until:
    'A timestamp, at which it comes back whatever happens before; or `activity`, until somebody else does something to it.',
  placeholderId: 'The person of an import, as `listPlaceholders` has them.',
  'listPlaceholders.keywords': 'Words that the name holds. Absent: everybody.',
  userId: 'The person.',
  'assignBug.userId': 'The person; null for nobody.',
  view: ['Which part of the inbox.', 'all'],
  viewId: 'The view: an id, or the name of one that everybody has.',
}

/** Every key with a description. */
export const wordedFields: readonly string[] = Object.keys(words)

/** Endpoints whose fields mean what those of another one do. */
const sameAs: Readonly<Record<string, string>> = { exportBugs: 'listBugs' }

/** Returns the key of a field's description. */
export const keyOf = (endpoint: string, field: string): string =>
  [endpoint, sameAs[endpoint]].map((name) => `${name}.${field}`).find((key) => words[key]) ?? field

/** Returns the description of a field. @throws Error where there is none, so that a new field gets its own */
export function wordsOf(endpoint: string, field: string): FieldWords {
  const found = words[keyOf(endpoint, field)]
  if (found === undefined)
    throw new Error(`server/features/api-docs/field-words.ts has no words for ${endpoint}.${field}`)
  return typeof found === 'string' ? { says: found } : { says: found[0], default: found[1] }
}
