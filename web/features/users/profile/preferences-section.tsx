import { dateFormats, numberFormats, type Preferences } from '#shared/users/preferences.ts'
import { useSession } from '#web/lib/session/session.ts'
import { pageSizesWith } from '#web/ui/lists/page-sizes.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { numberOf } from '#web/ui/text/number-format.ts'
import { dayOf } from '#web/ui/text/timestamp-format.ts'
import { useChoose } from './use-choose.ts'

const exampleNumber = 12_345.6
/** Its day can't be taken for a month. */
const exampleDay = '2026-03-25T12:00:00Z'

/** Offers how dates and numbers are written and how long a page of a list is. A choice holds at once, everywhere. */
export function PreferencesSection() {
  const { preferences } = useSession()
  const choose = useChoose()

  return (
    <section className="surface profile" aria-labelledby="preferences-heading">
      <h2 id="preferences-heading" className="preferences-heading">
        Dates, numbers and lists
      </h2>
      <p className="muted profile-hint">Only you see them so, wherever you log in.</p>
      <div className="preferences-fields">
        <SelectField
          label="Dates"
          value={preferences.dateFormat}
          onChange={({ currentTarget: { value } }) => void choose({ dateFormat: value as Preferences['dateFormat'] })}
          options={dateFormats.map((dateFormat) => ({
            value: dateFormat,
            label: dayOf(exampleDay, { dateFormat }),
          }))}
        />
        <SelectField
          label="Numbers"
          value={preferences.numberFormat}
          onChange={({ currentTarget: { value } }) =>
            void choose({ numberFormat: value as Preferences['numberFormat'] })
          }
          options={numberFormats.map((numberFormat) => ({
            value: numberFormat,
            label: numberOf(exampleNumber, { numberFormat }),
          }))}
        />
        <SelectField
          label="Entries of a page"
          value={String(preferences.pageSize)}
          onChange={({ currentTarget: { value } }) => void choose({ pageSize: Number(value) })}
          options={pageSizesWith(preferences.pageSize).map(String)}
        />
      </div>
    </section>
  )
}
