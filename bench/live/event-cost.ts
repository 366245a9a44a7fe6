import { anActor } from '#testing/an-actor.ts'
import type { Actor } from '#server/access/actor.ts'
import { type Database, openDatabase, type Tx } from '#server/db/database.ts'
import { transactor } from '#server/events/transactor.ts'
import { createBug } from '#server/features/reporting/public.ts'
import { addComment } from '#server/features/comments/add-comment.ts'
import { permissionNames } from '#shared/access/permissions.ts'

/** Comments a second that the write path itself can store, with the event list and without it. */
export interface EventCost {
  readonly withEvents: number
  readonly withoutEvents: number
}

const writers = 8

/**
 * Stores comments by the product's own function, in its own transactions, alternating with and without the rows of the
 * event list.
 * @param options seconds of each kind, and the number of alternating runs in that time
 */
export async function measureEventCost(
  url: string,
  userId: string,
  { seconds, rounds }: { readonly seconds: number; readonly rounds: number },
): Promise<EventCost> {
  const database = openDatabase({ connectionString: url }, writers, () => {})
  try {
    const actor = anActor({ userId, fullName: 'bench', permissions: permissionNames })
    const bugIds = await Promise.all(Array.from({ length: writers }, () => aBug(database, actor)))
    const counts = { withEvents: 0, withoutEvents: 0 }
    await store(database, actor, bugIds, 0.5, (tx) => tx)
    for (let round = 0; round < rounds; round++) {
      counts.withEvents += await store(database, actor, bugIds, seconds / rounds, (tx) => tx)
      counts.withoutEvents += await store(database, actor, bugIds, seconds / rounds, withoutEvents)
    }
    return { withEvents: counts.withEvents / seconds, withoutEvents: counts.withoutEvents / seconds }
  } finally {
    await database.close()
  }
}

const texts = { title: 'A bug', description: 'It is there.', stepsToReproduce: 'Look.' }

const aBug = (database: Database, actor: Actor) =>
  transactor(database, () => {})(async (tx) => (await createBug(tx, actor, texts, actor.userId)).id)

async function store(
  database: Database,
  actor: Actor,
  bugIds: readonly string[],
  seconds: number,
  seen: (tx: Tx) => Tx,
): Promise<number> {
  const end = performance.now() + seconds * 1000
  const inTx = transactor(database, () => {})
  let stored = 0
  const write = async (bugId: string) => {
    while (performance.now() < end) {
      const body = { message: `Comment ${stored} of somebody who saw it too.` }
      await inTx((tx) => addComment({ actor, params: { bugId }, body } as never, seen(tx)))
      stored++
    }
  }
  await Promise.all(bugIds.map(write))
  return stored
}

/** Wraps a transaction so that writes to the event list are dropped. */
function withoutEvents(tx: Tx): Tx {
  const nothing = { values: () => ({ execute: async () => [] }) }
  return new Proxy(tx, {
    get: (target, name) => {
      if (name === 'insertInto') {
        return (table: Parameters<Tx['insertInto']>[0]) => (table === 'events' ? nothing : target.insertInto(table))
      }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
