import { memo, useEffect, useState } from 'react'
import { useFormats } from './formats.ts'
import { dayOf, fullTimeOf, relativeTimeOf, shortAgeOf } from './timestamp-format.ts'

/** Shows a date as its reader prefers it (month/day/year by default), with the full local time in the tooltip. `value` is ISO 8601. */
export function Day({ value }: { value: string }) {
  useFormats()
  return (
    <time dateTime={value} title={fullTimeOf(value)}>
      {dayOf(value)}
    </time>
  )
}

/** Shows how long ago something happened, updated while visible, with the full local time in the tooltip. */
export function TimeAgo({ value }: { value: string }) {
  const now = useMinuteClock()
  useFormats()
  return (
    <time dateTime={value} title={fullTimeOf(value)}>
      {relativeTimeOf(value, now)}
    </time>
  )
}

/**
 * Shows the same in as few letters as can be, such as "3d"; screen readers read it in words.
 * @param props.what stands before the time in the tooltip
 */
export const Age = memo(function Age({ value, what }: { value: string; what?: string }) {
  const now = useMinuteClock()
  useFormats()
  return (
    <time dateTime={value} title={what === undefined ? fullTimeOf(value) : `${what}, ${fullTimeOf(value)}`}>
      <span aria-hidden>{shortAgeOf(value, now)}</span>
      <span className="visually-hidden">{relativeTimeOf(value, now)}</span>
    </time>
  )
})

const listeners = new Set<(now: number) => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Returns the time, in milliseconds since 1970, anew each minute. A long list shows many ages, and they share one timer. */
function useMinuteClock(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    listeners.add(setNow)
    timer ??= setInterval(() => listeners.forEach((tell) => tell(Date.now())), 60_000)
    return () => {
      listeners.delete(setNow)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [])
  return now
}
