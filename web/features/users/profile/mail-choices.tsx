import { type ChangeEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { type MailFrequency, mailFrequencies } from '#shared/mail/words.ts'
import type { Preferences } from '#shared/users/preferences.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useSite } from '#web/lib/session/site.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { Me } from '../user-queries.ts'
import { useChoose } from './use-choose.ts'

type Hours = NonNullable<Preferences['quietHours']>

const frequencyWords: Readonly<Record<MailFrequency, string>> = {
  soon: 'Within minutes',
  daily: 'Once a day',
  weekly: 'Once a week, on Monday',
  never: 'Never',
}
const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
const options = mailFrequencies.map((value) => ({ value, label: frequencyWords[value] }))

/** What the check box begins with: a night. */
const firstHours: Hours = { from: '22:00', to: '07:00' }

/** Offers when mail about notifications comes, and says why none does. */
export function MailChoices({ me }: { me: Me }) {
  const { sendsMail } = useSite()
  const { mailFrequency, mailTime, quietHours } = useSession().preferences
  const choose = useChoose()
  const isOn = mailFrequency !== 'never'
  // Neither is changed here, so there is nothing to choose.
  if (me.isDemo || !sendsMail) {
    return (
      <MailGroup>
        <p className="muted mail-line">
          {me.isDemo
            ? 'The demo account gets no mail: what happens shows under the bell.'
            : 'This installation sends no mail: what happens shows under the bell.'}
        </p>
      </MailGroup>
    )
  }
  return (
    <MailGroup>
      {!me.isEmailConfirmed && (
        <p className="mail-missing">No mail comes until you confirm your address, above under “Email address”.</p>
      )}
      <div className="preferences-fields">
        <SelectField
          label="When mail comes"
          value={mailFrequency}
          onChange={({ currentTarget: { value } }) => void choose({ mailFrequency: value as MailFrequency })}
          options={options}
        />
        {mailFrequency !== 'soon' && isOn && (
          <SelectField
            label="Time of day"
            value={mailTime}
            onChange={({ currentTarget: { value } }) => void choose({ mailTime: value })}
            // The API takes other times too.
            options={[...new Set([...hours, mailTime])].toSorted().map((value) => ({ value, label: value }))}
          />
        )}
      </div>
      {isOn && (
        <>
          <div className="quiet-hours">
            {/* Not `Checkbox`: the bundler would put it with the sessions below, which the report form would then load. */}
            <label className="quiet-switch">
              <input
                type="checkbox"
                checked={quietHours !== null}
                aria-describedby="quiet-help"
                onChange={({ currentTarget: { checked } }) => void choose({ quietHours: checked ? firstHours : null })}
              />
              Quiet hours
            </label>
            <p id="quiet-help" className="muted quiet-help">
              No mail about notifications then. It comes when they are over.
            </p>
            {quietHours && <QuietHours saved={quietHours} onChosen={(hours) => void choose({ quietHours: hours })} />}
          </div>
          <p className="muted mail-line">
            Times are in {zoneNow()}, the time zone of this browser. The browser that you used last counts.
          </p>
        </>
      )}
    </MailGroup>
  )
}

function MailGroup({ children }: { children: ReactNode }) {
  return (
    <div role="group" aria-labelledby="mail-heading" className="mail-choices">
      <h3 id="mail-heading" className="preferences-heading">
        Mail
      </h3>
      {children}
    </div>
  )
}

/**
 * Shows from when until when it is quiet. A time is kept once its field is left, because on the way to it other times stand there
 * that nobody meant.
 */
function QuietHours({ saved, onChosen }: { saved: Hours; onChosen: (hours: Hours) => void }) {
  const [typed, setTyped] = useState<Partial<Hours>>({})
  /** What is wrong with what stands there, by field. */
  const [problems, setProblems] = useState<Partial<Hours>>({})
  const hours = { ...saved, ...typed }
  const keep = () => {
    const found = problemsOf(hours)
    setProblems(found)
    if (found.from !== undefined || found.to !== undefined) return
    setTyped({})
    if (hours.from !== saved.from || hours.to !== saved.to) onChosen(hours)
  }
  const field = (name: keyof Hours) => ({
    type: 'time',
    required: true,
    value: hours[name],
    error: problems[name],
    errorRole: 'alert' as const,
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
      setTyped({ ...typed, [name]: value })
      setProblems({})
    },
    onBlur: keep,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Enter') keep()
    },
  })
  return (
    <div className="quiet-times">
      <TextField label="From" {...field('from')} />
      <TextField label="To" {...field('to')} />
    </div>
  )
}

function problemsOf({ from, to }: Hours): Partial<Hours> {
  const missing = 'Enter a time such as 07:30.'
  if (from === '') return { from: missing }
  if (to === '') return { to: missing }
  return from === to ? { to: '“From” and “To” are the same. Choose another time.' } : {}
}

const zoneNow = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
