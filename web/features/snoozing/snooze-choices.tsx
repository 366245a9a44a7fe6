import { IconCalendarWeek, IconMessageCircle, IconSun, IconSunrise, IconZzzOff } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useActions } from '#web/lib/keys/actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { clockOf, shortTimeOf } from '#web/ui/text/timestamp-format.ts'
import { dayInField, morningOf, snoozeTimes } from './snooze-times.ts'
import '#web/ui/forms/field.css'
import './snooze-choices.css'

const icons = { later: IconSun, tomorrow: IconSunrise, 'next-week': IconCalendarWeek } as const

/**
 * Shows the times until which a bug may be snoozed. It imports only what is at hand from the beginning: code that it
 * shared with a screen would be put into a file that other screens need as well.
 */
export function SnoozeChoices({
  held,
  mostDays,
  onChoose,
}: {
  /** Until when it is snoozed now, in words. */
  held: string | undefined
  /** How many days ahead may be chosen. */
  mostDays: number
  /** Called with a timestamp, with `activity`, or with undefined to wake it. */
  onChoose: (until: string | undefined) => void
}) {
  const [now] = useState(() => new Date())
  return (
    <>
      <p className="snooze-hint muted">
        {held ? `Snoozed ${held}.` : 'Hides it in your queues, and in nobody else’s.'}
      </p>
      <div className="snooze-choices" role="group" aria-label="Until when" onKeyDown={walk}>
        {held && (
          <Choice
            icon={<IconZzzOff size={16} aria-hidden />}
            words="Wake up now"
            onChoose={() => onChoose(undefined)}
          />
        )}
        {snoozeTimes(now).map(({ key, words, until: time }) => {
          const Icon = icons[key]
          const iso = time.toISOString()
          return (
            <Choice
              key={key}
              icon={<Icon size={16} aria-hidden />}
              words={words}
              hint={key === 'later' ? clockOf(iso) : shortTimeOf(iso)}
              onChoose={() => onChoose(iso)}
            />
          )
        })}
        <Choice
          icon={<IconMessageCircle size={16} aria-hidden />}
          words="Until somebody else does something"
          onChoose={() => onChoose('activity')}
        />
      </div>
      <DayForm now={now} mostDays={mostDays} onChoose={(day) => onChoose(day.toISOString())} />
    </>
  )
}

function Choice({
  icon,
  words,
  hint,
  onChoose,
}: {
  icon: ReactNode
  words: string
  hint?: string
  onChoose: () => void
}) {
  return (
    <button type="button" className="menu-item" onClick={onChoose}>
      {icon}
      <span className="snooze-words">{words}</span>
      {hint !== undefined && <span className="muted tabular">{hint}</span>}
    </button>
  )
}

function DayForm({ now, mostDays, onChoose }: { now: Date; mostDays: number; onChoose: (day: Date) => void }) {
  const [day, setDay] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const chosen = morningOf(day, now)
  const isWrong = isChecked && !chosen
  const inDays = (days: number) => dayInField(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days))

  useActions([
    {
      id: 'snooze.until-day',
      label: 'Snooze until a day',
      group: 'Form',
      keys: 'Mod+Enter',
      within: form,
      whileTyping: true,
      inPalette: false,
      run: () => form.current?.requestSubmit(),
    },
  ])

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsChecked(true)
    if (chosen) onChoose(chosen)
    else field.current?.focus()
  }
  return (
    <form ref={form} className="snooze-day" aria-label="Snooze until a day" noValidate onSubmit={submit}>
      <label className="field-label" htmlFor={id}>
        Until the morning of
      </label>
      <input
        ref={field}
        id={id}
        type="date"
        className="input"
        data-size="xs"
        value={day}
        min={inDays(1)}
        max={inDays(mostDays)}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default">
        Snooze
      </Button>
      <p id={`${id}-error`} className="field-error snooze-error" role="alert">
        {isWrong && 'Choose a day after today'}
      </p>
    </form>
  )
}

/** The arrow keys go from choice to choice, as in a menu. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const choices = [...event.currentTarget.querySelectorAll('button')]
  const index = choices.findIndex((choice) => choice === document.activeElement)
  choices.at((index + step) % choices.length)?.focus()
}
