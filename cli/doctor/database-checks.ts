import type { Config } from '#server/config/config.ts'
import type pg from 'pg'
import { type Finding, ok, problem, warning } from './finding.ts'

const oldest = 15
/** Connections outside the pool: the one that follows the events, a command, an operator. */
const beside = 3
/** Seconds by which clocks may differ; by more than `most`, sessions and limits go wrong. */
const tolerance = 2
const most = 60

interface Facts {
  readonly settings: Readonly<Record<string, string>>
  readonly encoding: string
  readonly collation_version: string | null
  readonly actual_version: string | null
  readonly is_standby: boolean
  readonly may_create: boolean
  /** Or the schema is there already. */
  readonly may_make_jobs: boolean
  readonly now: number
}

const facts = `select
  (select json_object_agg(name, setting) from pg_settings where name in ('server_version', 'server_version_num', 'fsync',
    'full_page_writes', 'synchronous_commit', 'max_connections', 'superuser_reserved_connections',
    'default_transaction_read_only')) as settings,
  pg_encoding_to_char(encoding) as encoding, datcollversion as collation_version,
  pg_database_collation_actual_version(oid) as actual_version, pg_is_in_recovery() as is_standby,
  coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
  to_regnamespace('mothlight_jobs') is not null or has_database_privilege(oid, 'create') as may_make_jobs,
  extract(epoch from clock_timestamp())::float8 as now
  from pg_database where datname = current_database()`

/** Checks the database server. @param nodes processes that use it */
export async function checkDatabase(pool: pg.Pool, config: Config, nodes: number): Promise<Finding[]> {
  const { rows: version } = await pool.query<{ n: string }>(`select current_setting('server_version_num') as n`)
  const major = Math.floor(Number(version[0]?.n) / 10_000)
  if (major < oldest) {
    return [problem('database version', `This is PostgreSQL ${major}.`, `Use PostgreSQL ${oldest} or newer.`)]
  }
  const asked = Date.now()
  const { rows } = await pool.query<Facts>(facts)
  const [found] = rows
  if (!found) throw new Error('PostgreSQL does not tell its settings.')
  const here = (asked + Date.now()) / 2000
  return [
    ok('database version', `PostgreSQL ${found.settings['server_version']}.`),
    ...checkRole(found),
    checkEncoding(found),
    ...checkCollation(found),
    ...checkDurability(found),
    checkConnections(found, config, nodes),
    checkClock(found.now - here),
  ]
}

function checkRole({ is_standby, may_create, may_make_jobs, settings }: Facts): Finding[] {
  const check = 'database rights'
  if (is_standby || settings['default_transaction_read_only'] === 'on') {
    return [
      problem(check, 'This database takes no writes (a standby, or read only).', 'Name the primary in DATABASE_URL.'),
    ]
  }
  const orOwner = 'to the account in DATABASE_URL, or make it the owner of the database.'
  if (!may_create) {
    const fix = `grant all on schema public ${orOwner}`
    return [problem(check, 'The account may make no tables here: migrations would fail.', fix)]
  }
  if (may_make_jobs) return []
  const fix = `grant create on database … ${orOwner}`
  return [problem(check, 'The account may not make the schema mothlight_jobs, which jobs need.', fix)]
}

function checkEncoding({ encoding }: Facts): Finding {
  if (encoding === 'UTF8') return ok('encoding', 'UTF8.')
  const fix = `create database mothlight encoding 'UTF8' template template0, and move the data there.`
  return problem('encoding', `The database keeps text as ${encoding}: some letters can’t be stored.`, fix)
}

/** An index that was built with another sort order finds other rows than there are. */
function checkCollation({ collation_version, actual_version }: Facts): Finding[] {
  if (collation_version === null || actual_version === null || collation_version === actual_version) return []
  return [
    warning(
      'collation',
      `The system’s sorting is of version ${actual_version}, and the indexes are of ${collation_version}.`,
      'reindex database; then alter database … refresh collation version.',
    ),
  ]
}

function checkDurability({ settings }: Facts): Finding[] {
  const off = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => settings[name] === 'off')
  if (off.length === 0) return [ok('durability', 'What is acknowledged is on the disk.')]
  return off.map((name) =>
    problem(
      'durability',
      `${name} is off: a loss of power can cost what people were told is saved${name === 'synchronous_commit' ? '' : ', or the whole database'}.`,
      `alter system reset ${name}; select pg_reload_conf(), and look where else it is set.`,
    ),
  )
}

function checkConnections({ settings }: Facts, { databaseConnections }: Config, nodes: number): Finding {
  const allowed = Number(settings['max_connections']) - Number(settings['superuser_reserved_connections'])
  const needed = nodes * (databaseConnections + beside)
  const sum = `${nodes} × (DATABASE_CONNECTIONS ${databaseConnections} + ${beside})`
  if (needed <= allowed)
    return ok('connections', `PostgreSQL allows ${allowed}; needed are at most ${sum} = ${needed}.`)
  return problem(
    'connections',
    `PostgreSQL allows ${allowed} connections, and ${sum} = ${needed} may be needed.`,
    'Lower DATABASE_CONNECTIONS, or raise max_connections of PostgreSQL.',
  )
}

function checkClock(ahead: number): Finding {
  const seconds = Math.abs(ahead)
  if (seconds <= tolerance) return ok('clock', 'The clocks here and at the database agree.')
  const told = `The database’s clock is ${seconds.toFixed(0)} s ${ahead > 0 ? 'ahead of' : 'behind'} the one here.`
  const fix = 'Have both machines set their clocks by NTP (timedatectl set-ntp true).'
  return seconds > most ? problem('clock', told, fix) : warning('clock', told, fix)
}
