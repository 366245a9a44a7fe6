import { newVisitorCookie } from '#testing/chat-client.ts'
import { StormClient } from '#testing/storms/storm-client.ts'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { everythingWrong } from './check.ts'
import { Client } from './client.ts'
import type { Fault, FaultReport } from './fault.ts'
import { FaultProduct } from './fault-product.ts'
import { Journal } from './journal.ts'
import { MixedLoad } from './mixed-load.ts'

const writers = 6
const hour = 3_600_000
/** Failed logins in a row; ten are allowed in a quarter of an hour. */
const guesses = 11
const longestBlock = 15 * 60

/** The clock is set back by hours, while the product runs and between two starts: nothing depends on it going on. */
export const clockBack: Fault = async ({ seed, say, fill }): Promise<FaultReport> => {
  const preload = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href
  const clock = { CLOCK_SHIFT_MS: '0', CLOCK_JUMP_MS: String(-3 * hour) }
  const product = await FaultProduct.start({ settings: { NODE_OPTIONS: `--import=${preload}`, ...clock }, fill })
  const journal = new Journal()
  const wrong: string[] = []
  let chat: StormClient | undefined
  try {
    const people = await product.people(writers + 1)
    const person = new Client(product.whereabouts, people.pop()?.cookie ?? '', journal)
    const load = new MixedLoad(product.whereabouts, people, journal, seed)
    chat = new StormClient(product.origin, await newVisitorCookie(product.origin))
    const said: string[] = []
    const say2 = (text: string) => {
      said.push(text)
      chat?.say(text)
    }
    const more = async (what: string, count: number) => {
      const goal = journal.acknowledged.length + count
      const end = performance.now() + 30_000
      while (journal.acknowledged.length < goal && performance.now() < end) await setTimeout(20)
      if (journal.acknowledged.length < goal) wrong.push(`${what}: writes did not go on`)
      else say(what)
    }
    const report = () => person.send('POST', '/api/bug/new', { title: 't', description: 'd', stepsToReproduce: 's' })

    load.start()
    say2('before')
    await more('by the right clock', 30)
    if ((await report()).status !== 200) wrong.push('a first report was refused')
    for (let n = 0; n < guesses; n++) await guess(product.origin)
    if ((await guess(product.origin)).status !== 429) wrong.push('guessing was not limited')

    process.kill(-product.process.pid, 'SIGUSR2')
    await more('3 hours back while it runs', 30)
    say2('after')
    if ((await report()).status !== 200) wrong.push('a report was refused after the clock was set back')
    const { status, wait } = await guess(product.origin)
    if (status === 429 && wait > longestBlock) wrong.push(`a guess has to wait ${wait} s after the clock was set back`)

    await load.stop()
    await product.killApplication()
    await product.startAgain({ CLOCK_SHIFT_MS: String(-6 * hour) })
    load.start()
    await more('6 hours back after a start', 30)
    say2('later')
    const status2 = (await person.send('GET', '/api/user/me')).status
    if (status2 !== 200) wrong.push(`a session was answered ${status2} after the clock was set back`)
    await load.stop()
    await load.settle()
    for (let tries = 0; chat.pendingCount > 0 && tries < 200; tries++) {
      await chat.settle()
      await setTimeout(50)
    }
    // It receives its own messages as well, because it asks for what it has not received yet.
    await chat.settle()
    const lines = [...chat.lines.values()].flatMap((known) => [...known])
    const inOrder = lines.toSorted(([one], [other]) => one - other).map(([, { message }]) => message)
    if (inOrder.join() !== said.join()) wrong.push(`chat lines stand as ${inOrder.join()}`)
    wrong.push(...(await product.onDatabase((database) => everythingWrong(journal, database, product.dataDir))))
    if ((await product.stop()) !== 0) wrong.push('the product did not stop in good order')
    return {
      figures: { 'acknowledged writes': journal.acknowledged.length, answers: journal.summary },
      losses: wrong,
    }
  } finally {
    chat?.close()
    await product.clean()
  }
}

/** Tries a wrong password. @returns the status, and the seconds to wait */
async function guess(origin: string): Promise<{ status: number; wait: number }> {
  const { status, headers } = await fetch(`${origin}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'person-0@example.test', password: 'a wrong password' }),
  })
  return { status, wait: Number(headers.get('retry-after') ?? 0) }
}
