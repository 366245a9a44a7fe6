const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' })

/** Shows the day of the messages below it. */
export function DaySeparator({ at }: { at: string }) {
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
  return (date.getFullYear() === now.getFullYear() ? day : dayOfYear).format(date)
}
