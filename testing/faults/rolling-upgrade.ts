import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { everythingWrong } from './check.ts'
import type { Fault, FaultReport } from './fault.ts'
import { FaultProduct } from './fault-product.ts'
import { Journal } from './journal.ts'
import { MixedLoad } from './mixed-load.ts'
import { ownDatabase } from './own-database.ts'

const writers = 8
const writesBetween = 30

/**
 * Two nodes on one PostgreSQL are upgraded one after the other, under load: the second one migrates while the first, of
 * the old version, goes on. People use either node.
 */
export const rollingUpgrade: Fault = async ({ seed, cluster, say }): Promise<FaultReport> => {
  const { place, url, drop } = await ownDatabase(cluster, true)
  const folder = await mkdtemp(join(tmpdir(), 'mothlight-nodes-'))
  const options = { settings: { DATABASE_URL: url }, place, folder }
  const nodes = [await FaultProduct.prepare(options), await FaultProduct.prepare(options)] as const
  const [one, other] = nodes
  const next = { NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'next-version.ts')).href}` }
  const journal = new Journal()
  const wrong: string[] = []
  try {
    await Promise.all(nodes.map((node) => node.startAgain()))
    let turn = 0
    // As a load balancer does: one after the other, without those that are known to be stopping.
    const serving = new Set<FaultProduct>(nodes)
    const whereabouts = () => [...serving][turn++ % serving.size]?.whereabouts()
    const load = new MixedLoad(whereabouts, await one.people(writers), journal, seed)
    const more = async (what: string) => {
      const goal = journal.acknowledged.length + writesBetween
      const end = performance.now() + 30_000
      while (journal.acknowledged.length < goal && performance.now() < end) await setTimeout(20)
      if (journal.acknowledged.length < goal) wrong.push(`${what}: writes did not go on`)
      else say(what)
    }
    const upgrade = async (node: FaultProduct) => {
      serving.delete(node)
      if ((await node.stop()) !== 0) wrong.push('a node did not stop in good order')
      await node.startAgain(next)
      serving.add(node)
    }
    load.start()
    await more('both of the old version')
    await upgrade(other)
    if ((await one.readiness()) !== 200) wrong.push('the node of the old version is not ready beside the new one')
    await more('one of the old version beside one of the next')
    await upgrade(one)
    await more('both of the next version')
    await load.stop()
    await load.settle()
    const failed = [...journal.answers].filter(([status]) => Number(status) >= 500)
    wrong.push(...failed.map(([status, count]) => `${count} answers were ${status}`))
    wrong.push(...(await one.onDatabase((database) => everythingWrong(journal, database, folder))))
    for (const node of nodes) if ((await node.stop()) !== 0) wrong.push('a node did not stop in good order')
    return {
      figures: { 'acknowledged writes': journal.acknowledged.length, answers: journal.summary },
      losses: wrong,
    }
  } finally {
    for (const node of nodes) await node.clean()
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
}
