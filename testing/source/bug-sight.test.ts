import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const server = resolve(import.meta.dirname, '../../server')

/** Whatever tells of bugs: their table, and what is kept beside it to find and to count them. */
const readsBugs =
  /\b(?:from|join)\s+(?:bugs|bug_search|bug_updates|bug_texts|bug_ranks|bug_counts|bug_field_values)\b|(?:selectFrom|[jJ]oin)\(\s*'(?:bugs|bug_search|bug_updates|bug_texts|bug_ranks|bug_counts)\b|\b(?:bugs_with_words|count_with_words|bugs_titled)\b/

/** Adding a file here is a decision: it reads bugs and asks nobody what they may see. */
const withoutPredicate: Readonly<Record<string, string>> = {
  'access/sight.ts': 'is the predicate',
  'features/attachments/store-imported.ts': 'an import by the operator stores files of the bugs that it brought',
  'features/backup/import-export.ts': 'an import of everything counts numbers; it is a command of the operator',
  'features/bugs/bug-keys.ts':
    'a key becomes an id, which is then asked for as any other; one of no bug becomes an id of none',
  'features/bugs/bug-presenter.ts': 'names columns for statements that have the condition',
  'features/editing/likely-assignees.ts': 'reads the reporter of a bug after requireBug',
  'features/finding/apart.ts':
    'looks up words; what holds them is asked for with the rule, and so is whether one occurs',
  'features/finding/field-condition.ts': 'is a condition beside that of matched.ts',
  'features/finding/field-order.ts': 'takes its conditions from find.ts',
  'features/following/followed-bugs.ts': 'ids of what somebody follows; who shows them adds the condition',
  'features/following/chosen-levels.ts': 'asks for the product of a bug after requireBug',
  'features/following/tell-of-view.ts':
    'asks for the products of bugs that the search of a view has found, which has the rule',
  'features/following/merged-tree.ts': 'ids for counts of people, which may count but not name',
  'features/health/totals.ts': 'totals of the installation for its operator',
  'features/history/verify-history.ts': 'a check of everything by the operator',
  'features/imports/bug-batch-store.ts': 'an import by the operator looks what is there already',
  'features/imports/continue-bugs.ts': 'an import by the operator adds what is new to what it brought',
  'features/imports/link-store.ts': 'an import by the operator links what it brought',
  'features/parts/part-store.ts': 'copies the parts of bugs that its caller was found to see',
  'features/products/imported-products.ts': 'has the rule, but for private bugs that name the caller',
  'features/products/list-products.ts': 'totals of products, of private bugs with the right alone',
  'features/bugs/waiting-bugs.ts':
    'which reporters are reminded, whose mails ask the predicate; and what is asked of a bug that its caller may see',
  'features/bugs/give-bugs.ts': 'who somebody is does not depend on who may see what they reported; it tells numbers',
  'features/following/affected-people.ts': 'counts people, which may count but not name',
  'features/placeholders/list-placeholders.ts':
    'how many bugs are those of a person of an import, for who edits people',
  'features/mail-reports/confirm-report.ts': 'names the bug that a report has become, to its reporter',
  'features/notification-mails/reporter-news.ts': 'asks what a link of a reporter may be told: `linkWorks`',
  'features/reporter-links/link-store.ts': 'has the rule for reporters without an account, in `linkWorks`',
  'features/reporter-links/send-link.ts': 'reads the reporter of a bug after requireBug',
  'features/reporting/report-bug.ts': 'when the caller last reported',
  'features/search/index-store.ts': 'writes the words of a bug that its caller has locked',
  'features/search/store-indexes.ts': 'writes the words of bugs',
  'features/search/upgrade-index.ts': 'writes the words of all bugs after an upgrade',
  'features/similar/any-word-search.ts': 'has the rule for suggestions: no private bugs without the right',
  'features/similar/report-rows.ts': 'fills the index; what it finds is read again with the rule',
  'features/similar/similar-presenter.ts': 'has the rule for suggestions: no private bugs without the right',
  'features/chat/confirm-left-address.ts': 'locks the bugs of a conversation before it, and reads nothing of them',
  'features/chat/bug-notice.ts': 'notices tell of a bug only where everybody with canViewData may see it',
}

/** And of internal comments and notes: how each file that names their tables asks who may see them. */
const namesInternal: Readonly<Record<string, string>> = {
  'db/tables.ts': 'says what their columns are',
  'features/attachments/attachment-store.ts': 'files of theirs are for who sees them',
  'features/backup/import-export.ts': 'an import of everything by the operator',
  'features/backup/record-types.ts': 'an export of everything by the operator',
  'features/bug-page/view-bug.ts': 'counts them for who sees them',
  'features/chat/adopt-conversation.ts': 'moves notes with their conversation, and tells nobody',
  'features/chat/conversation-list.ts': 'searches notes for who sees them',
  'features/chat/notes.ts': 'for who sees notes',
  'features/comments/add-internal-comment.ts': 'writes one for who may',
  'features/comments/comment-presenter.ts': 'names columns for statements that ask',
  'features/comments/comment-store.ts': 'one by its id for who sees them',
  'features/comments/give-comments.ts': 'gives them to an account, and tells nobody how many',
  'features/comments/internal-comments-of.ts': 'those of a bug for who sees them',
  'features/comments/kinds.ts': 'changes one that was loaded for who sees them',
  'features/exporting/exported-bugs.ts': 'those of bugs for who sees them',
  'features/finding/apart.ts': 'their words for who reads them',
  'features/finding/conditions.ts': 'who commented, for who sees them',
  'features/following/event-question.ts': 'whom they mention, of whom each is asked',
  'features/history/bug-as-of.ts': 'which were deleted, of those that the events gave',
  'features/history/event-rows.ts': 'of events that `eventTypesFor` gave',
  'features/history/verify-history.ts': 'a check of everything by the operator',
  'features/imports/bug-batch-store.ts': 'an import by the operator',
  'features/merging/merged-comments.ts': 'those of merged bugs for who sees them',
  'features/search/upgrade-index.ts': 'writes their words after an import',
}

it('each file that names internal comments or notes is on the list with how it asks', async () => {
  const texts = await serverTexts()
  const naming = texts.filter(([, text]) => /\b(?:internal_comments|chat_notes)\b/.test(text))
  expect(naming.map(([file]) => file).toSorted()).toEqual(Object.keys(namesInternal).toSorted())
})

it('each file that reads bugs asks the predicate, or is on the list with a reason', async () => {
  const texts = await serverTexts()
  const asksNobody = texts.filter(([, text]) => readsBugs.test(text) && !text.includes("'#server/access/sight.ts'"))
  expect(asksNobody.map(([file]) => file).toSorted()).toEqual(Object.keys(withoutPredicate).toSorted())
})

async function serverTexts() {
  const files = (await readdir(server, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  return Promise.all(files.map(async (file) => [file, await readFile(join(server, file), 'utf8')] as const))
}
