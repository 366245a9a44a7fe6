import { pick, type Random } from '#bench/random.ts'
import type { Endpoint } from '#shared/http/endpoint.ts'
import { type RawAnswer, sendRaw } from '#testing/security/raw-http.ts'
import type { Agent } from 'node:http'
import { httpInput } from './http-input.ts'
import type { Finding, Tally } from './report.ts'
import type { Attacker, Secret } from './world.ts'

export interface Target {
  readonly port: number
  readonly attacker: Attacker
  /** What this role must not be able to read. */
  readonly secrets: readonly Secret[]
  readonly random: Random
  readonly tally: Tally
  readonly agent: Agent
}

/** Cookies that are no session. */
const madeUp = ['mothlight_session=made-up', 'mothlight_session=; mothlight_session=x', 'a=b; =; ;;', '__proto__=x']

/** Calls one endpoint with one generated input. @returns whether it was accepted */
export async function attackEndpoint(name: string, endpoint: Endpoint, target: Target): Promise<boolean> {
  const { attacker, random, port, agent, tally } = target
  const input = httpInput(endpoint, random, attacker.pools, attacker.families)
  const cookie = random() < 0.02 ? pick(random, madeUp) : attacker.cookie
  const sent = { ...input, headers: { ...(cookie && { cookie }), ...input.headers } }
  const began = performance.now()
  let answer: RawAnswer
  try {
    answer = await sendRaw(port, sent, agent)
  } catch (error) {
    // The server has just closed the kept connection because an earlier body was too large.
    const repeated = await sendRaw(port, sent).catch(() => undefined)
    if (!repeated) {
      tally.finding(finding(name, sent, `no answer: ${String(error)}`))
      return false
    }
    answer = repeated
  }
  tally.count(name, answer.status, performance.now() - began)
  for (const wrong of wrongWith(answer, endpoint, target.secrets)) tally.finding(finding(name, sent, wrong))
  return answer.status === 200
}

function finding(
  target: string,
  { method, path, body }: { method: string; path: string; body?: unknown },
  wrong: string,
): Finding {
  return { target, wrong, input: `${method} ${path} ${String(body ?? '')}`.slice(0, 600) }
}

function wrongWith({ status, headers, text }: RawAnswer, endpoint: Endpoint, secrets: readonly Secret[]): string[] {
  const wrong: string[] = []
  if (status >= 500) wrong.push(`answered ${status}: ${text.slice(0, 200)}`)
  if (status >= 300 && status < 400 && status !== 304) wrong.push(`redirects: ${status} ${headers.location ?? ''}`)
  const whole = text + JSON.stringify(headers)
  for (const { what, word } of secrets) if (whole.includes(word)) wrong.push(`tells ${what}: ${around(whole, word)}`)
  const isFile = endpoint.gives === 'file' && status < 400
  if (!isFile && headers['cache-control'] !== 'no-store')
    wrong.push(`may be cached: ${headers['cache-control'] ?? 'nothing said'}`)
  if (/\bat .+\.[jt]s:\d+|node_modules|\bselect\b.+\bfrom\b/i.test(status >= 400 ? text : ''))
    wrong.push(`tells of its inside: ${text.slice(0, 200)}`)
  return wrong
}

const around = (text: string, word: string) => text.slice(Math.max(0, text.indexOf(word) - 80), text.indexOf(word) + 60)
