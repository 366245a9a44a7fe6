import { chownSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './account.ts'
import type { DataFolder } from './data-folder.ts'

/**
 * postgresql.conf for a small machine, one application and few connections. Durability (fsync, full_page_writes,
 * synchronous_commit) is left at PostgreSQL's safe defaults on purpose.
 */
const SETTINGS = `# Written by Mothlight at every start: changes made here are lost.
# Use ALTER SYSTEM instead; its postgresql.auto.conf wins over this file.
max_connections = 60
shared_buffers = 256MB
effective_cache_size = 1GB
work_mem = 16MB
maintenance_work_mem = 128MB
max_wal_size = 2GB
checkpoint_timeout = 15min
# Nobody follows this server's log: what fills new tables in one go, as a restore does, need not be written twice.
wal_level = minimal
max_wal_senders = 0
random_page_cost = 1.1
jit = off

# Small parallel queries find their memory here, large ones in files: a container's /dev/shm is often only 64 MB, and
# systemd empties a user's share of it at logout.
min_dynamic_shared_memory = 16MB
dynamic_shared_memory_type = mmap

# The application gets every detail of an error; the log keeps neither statements nor the values in them.
log_min_error_statement = panic
log_error_verbosity = terse
log_checkpoints = off
log_timezone = 'UTC'
timezone = 'UTC'

lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
default_text_search_config = 'pg_catalog.english'
`

/** Writes the settings of this version of Mothlight into the cluster, atomically, if they aren't there yet. */
export function writeSettings(folder: DataFolder, account: Account): void {
  const file = join(folder.cluster, 'postgresql.conf')
  if (readFileSync(file, 'utf8') === SETTINGS) return
  const fresh = `${file}.${process.pid}.new`
  writeFileSync(fresh, SETTINGS, { mode: 0o600 })
  if (account.dropped) chownSync(fresh, account.uid, account.gid)
  renameSync(fresh, file)
}
