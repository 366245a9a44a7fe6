import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Db, Prepared, Tx } from '#server/db/database.ts'
import type { EventPayloads } from '#server/events/event.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { changeSettings as changeEndpoint, Setting } from '#shared/site/settings-contract.ts'
import {
  type GivenSettings,
  type SettingName,
  settingNames,
  settingRefusal,
  settingVariables,
  withDefaults,
} from '#shared/site/settings.ts'
import { knownSettings, storedSettings } from './settings-in-force.ts'

interface Row {
  readonly name: string
  readonly value: string
  readonly changedOn: Date
  readonly userId: string
  readonly fullName: string
}

const withChanges: Prepared = {
  name: 'settings-with-changes',
  text: `select s.name, s.value, s.changed_on as "changedOn", u.id as "userId", u.full_name as "fullName"
    from settings s join users u on u.id = s.changed_by`,
}
const keep: Prepared = {
  name: 'setting-keep',
  text: `insert into settings (name, value, changed_by) values ($1, $2, $3)
    on conflict (name) do update set value = excluded.value, changed_on = now(), changed_by = excluded.changed_by`,
}
const forget: Prepared = { name: 'setting-forget', text: 'delete from settings where name = $1' }

/** @param given what the environment says */
export async function listSettings(db: Pick<Db, 'prepared'>, given: GivenSettings): Promise<Setting[]> {
  const rows = await db.prepared<Row>(withChanges, [])
  const values = withDefaults({ ...knownSettings(rows), ...given })
  const { productName } = values
  return settingNames.map((name) => {
    const last = rows.find((row) => row.name === name)
    return {
      name,
      value: values[name],
      default: withDefaults(name === 'productName' ? {} : { productName })[name],
      variable: settingVariables[name],
      isLocked: given[name] !== undefined,
      ...(last && {
        changedOn: last.changedOn.toISOString(),
        changedBy: { _id: last.userId, fullName: last.fullName },
      }),
    }
  })
}

/**
 * Sets some settings, each from the value that the caller saw.
 * @param given what the environment says
 * @throws AppError invalid-input; conflict for one that the environment sets, or that somebody else has changed meanwhile
 */
export async function changeSettings(
  { actor, body }: Call<typeof changeEndpoint>,
  tx: Tx,
  given: GivenSettings,
): Promise<void> {
  await acquireAdvisoryLock(tx, 'settings')
  const stored = await storedSettings(tx)
  const before = withDefaults({ ...stored, ...given })
  const changes: { -readonly [N in SettingName]?: EventPayloads['settings-changed'][N] } = {}
  for (const { name, value, was } of body.changes) {
    const refuse = (code: 'conflict' | 'invalid-input', why: string) => new AppError(code, why, { field: name })
    if (changes[name]) throw refuse('invalid-input', `${name} is named twice.`)
    if (given[name] !== undefined)
      throw refuse('conflict', `The environment variable ${settingVariables[name]} sets ${name}.`)
    if (before[name] !== was) throw refuse('conflict', `Somebody else has changed ${name} meanwhile.`)
    const to = value?.trim() ?? null
    const wrong = to === null ? undefined : settingRefusal(name, to)
    if (wrong) throw refuse('invalid-input', `${name} ${wrong}.`)
    if ((stored[name] ?? null) === to) continue
    if (to === null) await tx.prepared(forget, [name])
    else await tx.prepared(keep, [name, to, actor.userId])
    changes[name] = { from: stored[name] ?? null, to }
  }
  if (Object.keys(changes).length === 0) return
  await recordEvent(tx, {
    type: 'settings-changed',
    subjectId: 'settings',
    actorId: actor.userId,
    payload: changes,
  })
}
