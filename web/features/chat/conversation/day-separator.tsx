const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' })

/** Names the day on which the lines below it were said. */
export function DaySeparator({ at }: { at: string }) {
  return (
    <p className="lines-day-name">
      <span>{dayName(new Date(at), new Date())}</span>
    </p>
  )
}

/** Such as Today, Yesterday, "Monday, November 16", or with the year when that was another one. */
export function dayName(date: Date, now: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  if (date.toDateString() === now.toDateString()) return 'Today'
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday'
  return (date.getFullYear() === now.getFullYear() ? day : dayOfYear).format(date)
}
