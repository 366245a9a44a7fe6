import { setTimeout } from 'node:timers/promises'

/** Longest time for an answer while the database is away, in milliseconds. */
const longestAnswer = 12_000
/** Milliseconds after which every request is refused at once. */
const knownAfter = 12_000
const atOnce = 1500

export interface Outage {
  readonly summary: string
  readonly wrong: readonly string[]
}

/** Sends reads and readiness requests while the database is away, and checks the answers. */
export async function watchOutage(origin: string, cookie: string, forMs: number): Promise<Outage> {
  const wrong: string[] = []
  const begun = performance.now()
  const elapsed = () => performance.now() - begun
  let [asked, slowest, slowestLater] = [0, 0, 0]
  let notReadyAfter: number | undefined
  const read = async () => {
    const startedAt = performance.now()
    const isLate = elapsed() > knownAfter
    const answer = await fetch(`${origin}/api/bug/list?pageSize=5`, {
      headers: { cookie },
      signal: AbortSignal.timeout(longestAnswer + 5000),
    }).catch(() => undefined)
    const took = performance.now() - startedAt
    asked++
    slowest = Math.max(slowest, took)
    if (isLate) slowestLater = Math.max(slowestLater, took)
    if (!answer) wrong.push(`a reader got no answer after ${Math.round(took)} ms`)
    else if (elapsed() < forMs && (answer.status !== 503 || !answer.headers.get('retry-after')))
      wrong.push(`a reader was answered ${answer.status} ${Math.round(elapsed())} ms into the outage`)
  }
  const askReadiness = async () => {
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(longestAnswer) }).catch(
      () => undefined,
    )
    if (answer?.status === 503) notReadyAfter ??= elapsed()
  }
  const running: Promise<void>[] = []
  while (elapsed() < forMs) {
    running.push(read(), askReadiness())
    await setTimeout(250)
  }
  await Promise.all(running)
  if (slowest > longestAnswer) wrong.push(`an answer took ${Math.round(slowest)} ms`)
  if (slowestLater > atOnce) wrong.push(`late in the outage an answer took ${Math.round(slowestLater)} ms`)
  if (notReadyAfter === undefined) wrong.push('/readyz never said that it is not ready')
  const summary =
    `${asked} readers refused, slowest ${Math.round(slowest)} ms (${Math.round(slowestLater)} ms once it was known), ` +
    `/readyz said no after ${Math.round(notReadyAfter ?? -1)} ms`
  return { summary, wrong }
}
