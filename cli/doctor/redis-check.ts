import { type Finding, ok, problem, reasonOf } from './finding.ts'

const check = 'redis'
const timeout = 3_000

/** Checks whether the Redis of REDIS_URL answers. The address is not shown, because it may hold a password. */
export async function checkRedis(url: string | undefined): Promise<Finding[]> {
  if (url === undefined) return []
  const { createClient } = await import('redis')
  const client = createClient({ url, socket: { connectTimeout: timeout, reconnectStrategy: false } })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.ping()
    return [ok(check, 'Redis answers.')]
  } catch (error) {
    const told = `Redis does not answer (${reasonOf(error)}).`
    const fix = 'Check REDIS_URL, and that Redis runs; until then nodes do not know who is at the others.'
    return [problem(check, told, fix)]
  } finally {
    if (client.isOpen) client.destroy()
  }
}
