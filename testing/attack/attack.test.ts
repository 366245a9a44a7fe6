import { afterEach, describe, expect, it } from 'vitest'
import { mayTouch } from './may-touch.ts'
import { type Finding, openTally } from './report.ts'
import { fewGroups, runAttack, targets } from './run-attack.ts'
import { openWorld, type Role, roles, type World } from './world.ts'

/** `npm run attack` tries ten thousand inputs as each role. */
const inputsEach = 2
const seed = process.env['ATTACK_SEED'] ?? 'mothlight'

let world: World | undefined
afterEach(async () => {
  await world?.end()
  world = undefined
})

async function attack(
  role: Role,
  groups: readonly (readonly string[])[],
  spoil?: (world: World) => Promise<unknown>,
  inputs = inputsEach,
) {
  world = await openWorld(role)
  await spoil?.(world)
  const tally = openTally()
  await runAttack(world, role, { inputsEach: inputs, seed, groups }, tally)
  return tally
}

const wrongs = (findings: readonly Finding[]) =>
  findings.map(({ target, wrong, input = '' }) => `${target}: ${wrong} ${input}`).join('\n')

describe('generated inputs', () => {
  it.each(roles)('by %s to every endpoint and socket event do no harm', async (role) => {
    const { findings, calls } = await attack(role, fewGroups())
    expect(findings, wrongs(findings)).toEqual([])
    expect(calls).toBe(targets.length * inputsEach)
  })

  it('go to endpoints and events that there are', () => {
    expect(Object.keys(mayTouch).filter((name) => !targets.includes(name))).toEqual([])
    expect(fewGroups().flat().toSorted()).toEqual([...targets].toSorted())
  })
})

describe('the attack notices', () => {
  it('an answer that is a defect', async () => {
    const { findings } = await attack('support', [['listConversations']], ({ app }) =>
      app.database.pool.query('alter table conversations drop column taken_by'),
    )
    expect(wrongs(findings)).toContain('answered 500')
  })

  it('an answer that tells what its reader may not see', async () => {
    const { findings } = await attack('customer', [['me']], async ({ app, secrets }) => {
      const { word } = secrets.find(({ readers }) => readers === 'liveChatAdmin')!
      await app.database.pool.query(
        `create function spoil() returns trigger language plpgsql as $$ begin new.family_name := '${word}'; return new; end $$;
         create trigger spoil before insert on users for each row execute function spoil()`,
      )
    })
    expect(wrongs(findings)).toContain('tells a line of a chat')
  })

  it('a write to what the call has nothing to do with', async () => {
    // Of so many, some are accepted.
    const { findings } = await attack(
      'customer',
      [['createView']],
      ({ app }) =>
        app.database.pool.query(
          `create function spoil() returns trigger language plpgsql as $$
           begin update users set given_name = given_name || 'x'; return null; end $$;
           create trigger spoil after insert on views for each statement execute function spoil()`,
        ),
      120,
    )
    expect(wrongs(findings)).toContain('wrote to users')
    expect(wrongs(findings)).toContain('changed accounts of others')
  })
})
