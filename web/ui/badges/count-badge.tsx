import './count-badge.css'

/** Shows how many of something need attention; nothing for 0. */
export function CountBadge({
  count,
  of,
}: {
  count: number
  /** What is counted, for who can't see the place. */ of: string
}) {
  if (count === 0) return null
  return (
    <span className="count-badge tabular">
      {count}
      <span className="visually-hidden"> {of}</span>
    </span>
  )
}
