import { type Config, isLoopback } from '#server/config/config.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/**
 * Checks whether the settings suit those who can reach the server.
 * @param canListen false skips the address, because nothing can listen there
 */
export function checkExposure(config: Config, canListen: boolean): Finding[] {
  const { host, publicUrl, trustProxy, demo } = config
  const isPublic = isReachable(config)
  const findings: Finding[] = []
  if (!canListen) return [checkLogLevel(config, isPublic)]
  if (!isPublic) findings.push(ok('address', `Only this machine reaches HOST ${host}.`))
  else if (publicUrl === undefined) {
    findings.push(
      warning(
        'address',
        `HOST ${host} is open to other machines, and PUBLIC_URL is not set.`,
        'Set PUBLIC_URL to the https address that people use, and put a proxy with TLS in front (docs/operate.md).',
      ),
    )
  } else if (publicUrl.startsWith('http:') && !isLoopback(new URL(publicUrl).hostname)) {
    findings.push(
      warning(
        'address',
        `People reach ${publicUrl} without encryption: passwords and sessions can be read on the way.`,
        'Put a proxy with TLS in front, and set PUBLIC_URL to its https address.',
      ),
    )
  } else findings.push(ok('address', `People reach it at ${publicUrl}.`))
  if (publicUrl?.startsWith('https:') && trustProxy === false) {
    findings.push(
      warning(
        'proxy',
        'PUBLIC_URL is https, so a proxy stands in front, and TRUST_PROXY is off: everybody seems to come from the proxy’s address.',
        'Set TRUST_PROXY to the address of the proxy; else the limits on failed logins count all people together.',
      ),
    )
  } else if (typeof trustProxy === 'string' && /(^|[, ])(0\.0\.0\.0|::)\/0/.test(trustProxy)) {
    findings.push(
      problem(
        'proxy',
        'TRUST_PROXY believes everybody: who calls can give any address and get around the limits.',
        'Name only the addresses of your proxies.',
      ),
    )
  } else findings.push(ok('proxy', trustProxy === false ? 'No proxy is believed.' : 'TRUST_PROXY names the proxies.'))
  if (demo && isPublic) {
    findings.push(
      problem(
        'demo',
        'DEMO is on and other people reach this server: its login page shows an account that may do what staff does.',
        'Set DEMO=off.',
      ),
    )
  }
  return [...findings, checkLogLevel(config, isPublic)]
}

/** Returns whether other machines reach the server, directly or through a proxy. */
export function isReachable({ host, publicUrl }: Config): boolean {
  return !isLoopback(host) || (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname))
}

function checkLogLevel({ logLevel }: Config, isPublic: boolean): Finding {
  if (logLevel === 'silent' || logLevel === 'fatal') {
    return warning(
      'log',
      `LOG_LEVEL is ${logLevel}: failures leave no trace.`,
      'Set LOG_LEVEL=info; the references that people see in error messages lead nowhere otherwise.',
    )
  }
  if (isPublic && (logLevel === 'debug' || logLevel === 'trace')) {
    return warning(
      'log',
      `LOG_LEVEL is ${logLevel}: the log grows fast.`,
      'Set LOG_LEVEL=info when you have found what you look for.',
    )
  }
  return ok('log', `LOG_LEVEL is ${logLevel}.`)
}
