import { useEffect, useState } from 'react'
import { fullTimeOf } from '#web/ui/text/timestamp-format.ts'

/** Shows how long a visitor has been waiting, updated while visible. */
export function WaitingTime({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={since} title={`Waits since ${fullTimeOf(since)}`} className="waiting-time">
      {waitingWords(now - Date.parse(since))}
    </time>
  )
}

/** Returns words such as "waits 5 min"; takes milliseconds. */
export function waitingWords(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (!(minutes >= 1)) return 'waits < 1 min'
  if (minutes < 60) return `waits ${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `waits ${hours} h` : `waits ${Math.floor(hours / 24)} days`
}
