import type { Finding } from './finding.ts'

type Environment = Readonly<Record<string, string | undefined>>

const secretSettings = [
  'METRICS_TOKEN',
  'S3_SECRET_ACCESS_KEY',
  'DEMO_PASSWORD',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'SECRET_KEY',
  'IMAP_URL',
  'MAIL_IN_SECRET',
  'SMTP_OAUTH_CLIENT_SECRET',
  'SMTP_OAUTH_REFRESH_TOKEN',
]
const addresses = ['DATABASE_URL', 'REDIS_URL', 'S3_ENDPOINT', 'SMTP_URL', 'IMAP_URL']
/** Shorter words occur in ordinary sentences too. */
const shortest = 4

/** Removes secrets from a finding, because other programs may repeat their input in an error. */
export function withoutSecrets(finding: Finding, env: Environment): Finding {
  const secrets = [
    ...secretSettings.flatMap((name) => env[name]?.trim() ?? []),
    ...addresses.flatMap((name) => passwordsIn(env[name])),
  ]
    .filter((secret) => secret.length >= shortest)
    .toSorted((one, other) => other.length - one.length)
  const clean = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  return { ...finding, message: clean(finding.message), ...(finding.fix !== undefined && { fix: clean(finding.fix) }) }
}

/** Returns the password of an address, as written there and decoded. */
function passwordsIn(address: string | undefined): string[] {
  const password = URL.parse(address ?? '')?.password
  if (!password) return []
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}
