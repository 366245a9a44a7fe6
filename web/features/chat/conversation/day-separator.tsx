import { useFormats } from '#web/ui/text/formats.ts'
import { dayNameOf } from '#web/ui/text/timestamp-format.ts'

/** Shows the day of the messages below it. */
export function DaySeparator({ at }: { at: string }) {
  useFormats()
  return (
    <p className="lines-day-name">
      <span>{dayName(new Date(at), new Date())}</span>
    </p>
  )
}

/** Returns a day such as Today, Yesterday, "Monday, November 16", with the year when it is another one. */
export function dayName(date: Date, now: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  if (date.toDateString() === now.toDateString()) return 'Today'
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday'
  return dayNameOf(date, now)
}
