import type { Migration } from 'kysely/migration'
import * as foundation from './0001-foundation.ts'
import * as commentVersions from './0002-comment-versions.ts'
import * as chat from './0003-chat.ts'
import * as history from './0004-history.ts'
import * as mentions from './0005-mentions.ts'
import * as attachments from './0006-attachments.ts'
import * as search from './0007-search.ts'
import * as following from './0008-following.ts'
import * as views from './0009-views.ts'
import * as numberedSearchRows from './0010-numbered-search-rows.ts'
import * as exactExclusions from './0011-exact-exclusions.ts'
import * as priority from './0012-priority.ts'
import * as bulkChanges from './0013-bulk-changes.ts'
import * as updatedAndSnoozed from './0014-updated-and-snoozed.ts'
import * as preferences from './0015-preferences.ts'
import * as products from './0016-products.ts'
import * as severityAndLabels from './0017-severity-and-labels.ts'
import * as links from './0018-links.ts'
import * as parts from './0019-parts.ts'
import * as customFields from './0020-custom-fields.ts'
import * as givenPlaceholders from './0022-given-placeholders.ts'
import * as wordsOfImportedLabels from './0024-words-of-imported-labels.ts'
import * as jobWorkers from './0027-job-workers.ts'
import * as mails from './0028-mails.ts'
import * as accountLinks from './0029-account-links.ts'
import * as notifications from './0030-notifications.ts'
import * as notificationMails from './0031-notification-mails.ts'
import * as internalComments from './0032-internal-comments.ts'
import * as mailIn from './0033-mail-in.ts'
import * as questions from './0034-questions.ts'
import * as guests from './0035-guests.ts'
import * as settings from './0036-settings.ts'
import * as viewBells from './0037-view-bells.ts'
import * as subjectsAndLevels from './0038-subjects-and-levels.ts'
import * as doneNotifications from './0039-done-notifications.ts'
import * as confirmedChatAddresses from './0040-confirmed-chat-addresses.ts'

/**
 * Every migration in order. A released one is never edited: add the next number. One beside which nodes of the version
 * before may go on exports `addsOnly = true`; a start with any other refuses while a node runs.
 */
export const migrations: Readonly<Record<string, Migration & { readonly addsOnly?: boolean }>> = {
  '0001-foundation': foundation,
  '0002-comment-versions': commentVersions,
  '0003-chat': chat,
  '0004-history': history,
  '0005-mentions': mentions,
  '0006-attachments': attachments,
  '0007-search': search,
  '0008-following': following,
  '0009-views': views,
  '0010-numbered-search-rows': numberedSearchRows,
  '0011-exact-exclusions': exactExclusions,
  '0012-priority': priority,
  '0013-bulk-changes': bulkChanges,
  '0014-updated-and-snoozed': updatedAndSnoozed,
  '0015-preferences': preferences,
  '0016-products': products,
  '0017-severity-and-labels': severityAndLabels,
  '0018-links': links,
  '0019-parts': parts,
  '0020-custom-fields': customFields,
  '0022-given-placeholders': givenPlaceholders,
  '0024-words-of-imported-labels': wordsOfImportedLabels,
  '0027-job-workers': jobWorkers,
  '0028-mails': mails,
  '0029-account-links': accountLinks,
  '0030-notifications': notifications,
  '0031-notification-mails': notificationMails,
  '0032-internal-comments': internalComments,
  '0033-mail-in': mailIn,
  '0034-questions': questions,
  '0035-guests': guests,
  '0036-settings': settings,
  '0037-view-bells': viewBells,
  '0038-subjects-and-levels': subjectsAndLevels,
  '0039-done-notifications': doneNotifications,
  '0040-confirmed-chat-addresses': confirmedChatAddresses,
}
