import type { Permission } from '#shared/access/permissions.ts'
import { tableContents } from '#testing/table-contents.ts'
import type pg from 'pg'

/** Fingerprints of all tables, and of the rows that a caller must never change. */
export interface Watched {
  readonly tables: ReadonlyMap<string, string>
  readonly protectedRows: ReadonlyMap<string, string>
}

interface Protected {
  readonly what: string
  /** The permission that allows changing such rows. */
  readonly except: Permission | undefined
  /** `$1` is the caller, null for a stranger. `$2` holds the ids of the records that existed before. */
  readonly rows: string
}

/** Records of others, by their kind. */
const others: readonly Protected[] = [
  {
    what: 'accounts of others',
    except: 'canEditAnyUser',
    rows: `select u from users u where id is distinct from $1::text and id = any($2::text[])`,
  },
  {
    what: 'roles of people',
    except: 'canEditAnyUser',
    rows: `select r from user_roles r where $1::text is distinct from '' and user_id = any($2::text[])`,
  },
  {
    what: 'what roles permit',
    except: 'canEditAnyUser',
    rows: `select r from roles r where $1::text is distinct from '' and '' <> all($2::text[])`,
  },
  {
    what: 'sessions of others',
    except: 'canEditAnyUser',
    rows: `select s from sessions s where user_id is distinct from $1::text and encode(token_hash, 'hex') = any($2::text[])`,
  },
  {
    what: 'texts of bugs that others reported',
    except: 'canEditAnyBug',
    rows: `select b.id, title, description, steps_to_reproduce from bugs b where created_by is distinct from $1::text and id = any($2::text[])`,
  },
  {
    what: 'status of bugs that others reported, and any but Open and Closed',
    except: 'canCloseAnyBug',
    rows: `select id, status, is_closed, closed_on from bugs where id = any($2::text[])
           and (created_by is distinct from $1::text or status not in ('Open', 'Closed'))`,
  },
  {
    what: 'class of bugs',
    except: 'canClassifyAnyBug',
    rows: `select id, classification, duplicate_of, is_merged from bugs where id = any($2::text[]) and $1::text is distinct from ''`,
  },
  {
    what: 'whom bugs are assigned to',
    except: 'canReassignAnyBug',
    rows: `select id, assigned_to, assigned_on from bugs where id = any($2::text[]) and $1::text is distinct from ''`,
  },
  {
    what: 'who reported bugs and when',
    except: undefined,
    rows: `select id, created_by, created_on, external_id from bugs where id = any($2::text[]) and $1::text is distinct from ''`,
  },
  {
    what: 'words of comments of others',
    except: undefined,
    rows: `select id, bug_id, user_id, message, created_on from comments where user_id is distinct from $1::text and id = any($2::text[])`,
  },
  {
    what: 'deletion of comments of others',
    except: 'canEditAnyBug',
    rows: `select id, deleted_on from comments where user_id is distinct from $1::text and id = any($2::text[])`,
  },
  {
    what: 'words of internal comments of others',
    except: undefined,
    rows: `select id, bug_id, user_id, message, created_on from internal_comments where user_id is distinct from $1::text and id = any($2::text[])`,
  },
  {
    what: 'views of others',
    except: undefined,
    rows: `select v from views v where owner_id is distinct from $1::text and id = any($2::text[])`,
  },
  {
    what: 'bulk changes of others',
    except: undefined,
    rows: `select b from bulk_changes b where created_by is distinct from $1::text and id = any($2::text[])`,
  },
  {
    what: 'pins of others',
    except: undefined,
    rows: `select p from view_pins p where user_id is distinct from $1::text and user_id = any($2::text[])`,
  },
  {
    what: 'bells of others',
    except: undefined,
    rows: `select b.user_id, b.view_id, b.standard_view, b.tells from view_bells b
           where user_id is distinct from $1::text and user_id = any($2::text[])`,
  },
  {
    what: 'files of others',
    except: undefined,
    rows: `select f from attachments f where uploaded_by is distinct from $1::text and id = any($2::text[])`,
  },
  {
    what: 'what others have seen and joined',
    except: undefined,
    rows: `select s::text from bug_seen s where user_id is distinct from $1::text and user_id = any($2::text[])
           union all select j::text from bug_joins j where user_id is distinct from $1::text and user_id = any($2::text[])`,
  },
  {
    what: 'lines of chats of others',
    except: 'liveChatAdmin',
    rows: `select l from chat_lines l join conversations c on c.id = l.conversation_id
           where c.user_id is distinct from $1::text and c.id = any($2::text[])`,
  },
  {
    what: 'conversations of others',
    except: 'liveChatAdmin',
    rows: `select c from conversations c where user_id is distinct from $1::text and id = any($2::text[])`,
  },
  {
    what: 'canned answers',
    except: 'liveChatAdmin',
    rows: `select a from chat_answers a where id = any($2::text[]) and $1::text is distinct from ''`,
  },
]

/**
 * Reads the fingerprints.
 * @param permissions of the caller
 * @param known ids of the records to watch: those that existed when the batch began
 * @param lastEvent events up to this one are watched, because the history must never change
 */
export async function watchTables(
  pool: pg.Pool,
  {
    userId,
    permissions,
    known,
    lastEvent,
  }: {
    readonly userId: string | undefined
    readonly permissions: ReadonlySet<Permission>
    readonly known: readonly string[]
    readonly lastEvent: number
  },
): Promise<Watched> {
  const tables = new Map<string, string>()
  for (const line of (await tableContents(pool)).split('\n')) {
    const [name = '', hash = ''] = line.split(': ')
    tables.set(name, hash)
  }
  const protectedRows = new Map<string, string>()
  for (const { what, except, rows } of others) {
    if (except && permissions.has(except)) continue
    protectedRows.set(what, await hashOf(pool, rows, [userId ?? null, known]))
  }
  protectedRows.set('events of the past', await hashOf(pool, 'select e from events e where id <= $1', [lastEvent]))
  return { tables, protectedRows }
}

async function hashOf(pool: pg.Pool, rows: string, values: readonly unknown[]): Promise<string> {
  const { rows: found } = await pool.query<{ hash: string }>(
    `select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as hash from (${rows}) r`,
    [...values],
  )
  return found[0]?.hash ?? ''
}

/** Returns the names of what differs. */
export function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...before].filter(([name, hash]) => after.get(name) !== hash).map(([name]) => name)
}

/** Returns the ids of all records that have an owner. */
export async function knownIds(pool: pg.Pool): Promise<string[]> {
  const tables = [
    'users',
    'bugs',
    'comments',
    'internal_comments',
    'views',
    'bulk_changes',
    'attachments',
    'conversations',
    'chat_answers',
  ]
  const ids = tables.map((table) => `select id::text from ${table}`)
  const { rows } = await pool.query<{ id: string }>(
    [...ids, `select encode(token_hash, 'hex') from sessions`].join(' union all '),
  )
  return rows.map(({ id }) => id)
}
