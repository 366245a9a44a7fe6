import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import type { UsualLevels } from '#shared/following/usual-levels.ts'
import {
  type GivenSettings,
  settingNames,
  type Settings,
  siteOf,
  usualLevelsOf,
  withDefaults,
} from '#shared/site/settings.ts'
import type { Site } from '#shared/site/contract.ts'

const stored: Prepared = { name: 'settings', text: 'select name, value from settings' }

interface StoredSetting {
  readonly name: string
  readonly value: string
}

/** Returns what administrators have set, without what this version does not know. */
export async function storedSettings(db: Pick<Db, 'prepared'>): Promise<GivenSettings> {
  return knownSettings(await db.prepared<StoredSetting>(stored, []))
}

/** Returns those of stored settings that this version knows. */
export function knownSettings(rows: readonly StoredSetting[]): GivenSettings {
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = values.get(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** In milliseconds. */
const readAgainAfter = 1000

/** The settings of the installation as they hold in this process: those of the environment, of the database, the defaults. */
export class SettingsInForce {
  /** What the environment says. */
  readonly given: GivenSettings
  /** What pages carry. It is changed in place, so its properties are those of the moment in which they are read. */
  readonly site: Site
  #settings: Settings
  #asked = 0
  #taken = 0
  #again: NodeJS.Timeout | undefined
  #hasStopped = false
  readonly #facts: Config['siteFacts']

  constructor({ settings, siteFacts }: Pick<Config, 'settings' | 'siteFacts'>) {
    this.given = settings
    this.#facts = siteFacts
    this.#settings = withDefaults(settings)
    this.site = siteOf(this.#settings, siteFacts)
  }

  get mailSender(): string {
    return this.#settings.mailSender
  }

  get usualLevels(): UsualLevels {
    return usualLevelsOf(this.#settings)
  }

  /** Takes over what is stored. */
  async read(db: Pick<Db, 'prepared'>): Promise<void> {
    const turn = ++this.#asked
    const found = await storedSettings(db)
    // What was asked for later knows more.
    if (turn < this.#taken) return
    this.#taken = turn
    this.#settings = withDefaults({ ...found, ...this.given })
    Object.assign(this.site, siteOf(this.#settings, this.#facts))
  }

  /** The same, again and again until it succeeds. */
  async keepUp(db: Pick<Db, 'prepared'>, log: Logger): Promise<void> {
    clearTimeout(this.#again)
    try {
      await this.read(db)
    } catch (err) {
      log.warn({ err }, 'the settings could not be read; that is tried again')
      if (!this.#hasStopped) this.#again = setTimeout(() => void this.keepUp(db, log), readAgainAfter).unref()
    }
  }

  stop(): void {
    this.#hasStopped = true
    clearTimeout(this.#again)
  }
}
