import { useEffect, useState } from 'react'
import { dayOf, fullTimeOf, relativeTimeOf } from './timestamp-format.ts'

/** Shows a date as month/day/year, with the full local time in the tooltip. `value` is ISO 8601. */
export function Day({ value }: { value: string }) {
  return (
    <time dateTime={value} title={fullTimeOf(value)}>
      {dayOf(value)}
    </time>
  )
}

/** Shows how long ago something happened, updated while visible, with the full local time in the tooltip. */
export function TimeAgo({ value }: { value: string }) {
  const now = useMinuteClock()
  return (
    <time dateTime={value} title={fullTimeOf(value)}>
      {relativeTimeOf(value, now)}
    </time>
  )
}

function useMinuteClock(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
