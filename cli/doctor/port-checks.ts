import type { Config } from '#server/config/config.ts'
import { isOfHost, otherHost, tryPort, unusableHost } from '#server/config/listening.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { hasData, listenerOn } from './listening-process.ts'

/** Returns what is wrong with the host, whatever the port; undefined when it is usable. */
export async function hostProblem({ host }: Config): Promise<Finding | undefined> {
  const error = await tryPort(host, 0)
  if (!error || !isOfHost(error)) return undefined
  return problem('port', `${unusableHost(host, error)}.`, `Set HOST ${otherHost}.`)
}

/** Checks whether the ports are free, or which process has them. */
export async function checkPorts(config: Config): Promise<Finding[]> {
  const { port, chatPort, serves } = config
  if (serves === 'jobs') return []
  const findings: Finding[] = []
  if (serves === 'all') findings.push(await checkPort('PORT', port, config, true))
  if (chatPort && !(serves === 'all' && chatPort.port === port && port !== 0)) {
    findings.push(await checkPort('CHAT_PORT', chatPort.port, config, chatPort.isWanted || serves === 'chat'))
  }
  return findings
}

async function checkPort(name: string, port: number, config: Config, isNeeded: boolean): Promise<Finding> {
  if (port === 0) return ok('port', `${name} is 0: a free port is taken.`)
  const error = await tryPort(config.host, port)
  if (!error) return ok('port', `${name} ${port} is free.`)
  if (error.code === 'EACCES') {
    return problem('port', `This account may not listen on ${name} ${port}.`, `Set ${name} to a port above 1023.`)
  }
  return takenPort(name, port, config, isNeeded)
}

async function takenPort(name: string, port: number, config: Config, isNeeded: boolean): Promise<Finding> {
  const listener = listenerOn(port)
  const who = listener ? `process ${listener.pid}` : 'another program'
  const free = `Set ${name} to a free port, or stop what has it.`
  if (listener?.isMothlight || (await isAlive(port))) {
    const isThis = listener && hasData(listener, config)
    if (isThis) return ok('port', `${name} ${port} is served by this Mothlight (${who}).`)
    return isThis === false
      ? problem('port', `${name} ${port} is taken by a Mothlight with other data (${who}).`, free)
      : warning('port', `${name} ${port} is taken by a Mothlight; whether it is this one can’t be told.`, free)
  }
  if (isNeeded) return problem('port', `${name} ${port} is taken by ${who}.`, free)
  return warning('port', `${name} ${port} is taken by ${who}: the chat would be served with the pages alone.`, free)
}

async function isAlive(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2_000) })
    return ((await answer.json()) as { status?: unknown }).status === 'alive'
  } catch {
    return false
  }
}
