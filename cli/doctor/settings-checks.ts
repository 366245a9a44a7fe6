import { type Config, ConfigError, readConfig } from '#server/config/config.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { misspelt } from './misspelt.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface ReadSettings {
  /** The configuration, with defaults for unusable settings. */
  readonly config: Config
  /** Names of the unusable settings. */
  readonly wrong: ReadonlySet<string>
  readonly findings: readonly Finding[]
}

/** Reads every setting and continues after an unusable one, so that all mistakes are reported at once. */
export function readSettings(env: Environment): ReadSettings {
  const usable: Record<string, string | undefined> = { ...env }
  const findings: Finding[] = []
  const wrong = new Set<string>()
  for (;;) {
    try {
      const config = readConfig(usable)
      if (findings.length === 0) findings.push(ok('settings', settingsSet(env)))
      return { config, wrong, findings: [...findings, ...strangeNames(env)] }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      const [name = ''] = /^[A-Z][A-Z0-9_]*/.exec(error.message) ?? []
      const family = familyOf(name)
      if (!family.some((one) => usable[one] !== undefined)) throw error
      for (const one of family) {
        wrong.add(one)
        delete usable[one]
      }
      findings.push(problem('settings', error.message, 'Correct it: the server does not start like this.'))
    }
  }
}

/** Settings that are nothing without one another. */
const families = [/^S3_/, /^(SMTP|MAIL|DKIM)_/]

function familyOf(name: string): string[] {
  const family = families.find((one) => one.test(name))
  return family ? knownSettings().filter((one) => family.test(one)) : [name]
}

/** Returns the names of all settings: those that are read when none is set. */
export function knownSettings(): string[] {
  const asked = new Set<string>()
  const nothing = new Proxy<Record<string, undefined>>({}, { get: (_, name) => void asked.add(String(name)) })
  readConfig(nothing)
  return [...asked]
}

function settingsSet(env: Environment): string {
  const set = knownSettings().filter((name) => env[name]?.trim())
  return set.length === 0 ? 'No setting is set: all have their defaults.' : `Can be used: ${set.join(', ')}.`
}

/** Finds variables that look like settings but are unknown. Their values are never shown. */
function strangeNames(env: Environment): Finding[] {
  const known = knownSettings()
  return Object.keys(env).flatMap((name) => {
    const meant = misspelt(name, known)
    if (meant === undefined) return []
    const fix = meant === '' ? 'Remove it, or look for the name in docs/operate.md.' : `Did you mean ${meant}?`
    return [warning('settings', `${name} is set and is no setting of Mothlight.`, fix)]
  })
}
