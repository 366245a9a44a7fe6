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
}
