import type { Conflict } from '#shared/history/conflict.ts'
import { entrySentence } from '#web/features/history/public.ts'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import './since-list.css'

/** What others changed meanwhile: who, what and when. */
export function SinceList({ since }: Pick<Conflict, 'since'>) {
  return (
    <ul className="since-list">
      {since.map((entry) => (
        <li key={entry._id}>
          {entrySentence(entry)}, <TimeAgo value={entry.at} />
        </li>
      ))}
    </ul>
  )
}

/** The same in one line, for places without room. */
export function sinceWords({ since }: Pick<Conflict, 'since'>): string {
  return since.length === 0 ? 'Somebody else changed it meanwhile.' : `${since.map(entrySentence).join('. ')}.`
}
