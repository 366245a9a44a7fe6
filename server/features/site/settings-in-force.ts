import type { Config } from '#server/config/config.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { type GivenSettings, settingNames, type Settings, siteOf, withDefaults } from '#shared/site/settings.ts'
import type { Site } from '#shared/site/contract.ts'

const stored: Prepared = { name: 'settings', text: 'select name, value from settings' }

/** Returns what administrators have set, without what this version does not know. */
export async function storedSettings(db: Pick<Db, 'prepared'>): Promise<GivenSettings> {
  const rows = await db.prepared<{ name: string; value: string }>(stored, [])
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = values.get(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** The settings of the installation as they hold in this process: those of the environment, of the database, the defaults. */
export class SettingsInForce {
  /** What the environment says. */
  readonly given: GivenSettings
  /** What pages carry. It is changed in place, so its properties are those of the moment in which they are read. */
  readonly site: Site
  #settings: Settings
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

  /** Takes over what is stored. */
  async read(db: Pick<Db, 'prepared'>): Promise<void> {
    this.#settings = withDefaults({ ...(await storedSettings(db)), ...this.given })
    Object.assign(this.site, siteOf(this.#settings, this.#facts))
  }
}
