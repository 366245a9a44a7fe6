import { useQuery } from '@tanstack/react-query'
import { type ExplainedNotification, explainNotifications } from '#shared/following/why-contract.ts'
import type { NotificationMailState } from '#shared/following/level.ts'
import { reasonWords, whyNotWords } from '#shared/following/reason-words.ts'
import { deedWords } from '#web/features/notifications/public.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import './why-dialog.css'

/** Shows whether its reader was told of what others did at a bug, and why, or why not. */
export function WhyDialog({ bugId, onClose }: { bugId: string; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['bugs', 'why', bugId],
    queryFn: async ({ signal }) => (await call(explainNotifications, { params: { bugId }, signal })).result,
    staleTime: 0,
  })
  return (
    <Dialog title="Why did I (not) get this?" onClose={onClose}>
      <div className="why-dialog">
        <p className="muted">
          What others did here lately, latest first. Why you were not told is by what holds now: what held then is not
          kept.
        </p>
        {data && (data.length > 0 ? <Deeds deeds={data} /> : <p>Nobody else has done anything here.</p>)}
        {!data && !error && (
          <Loading label="Loading what you were told">
            <Skeleton height="160px" />
          </Loading>
        )}
        {!data && error && (
          <LoadError
            title="What you were told could not be loaded"
            {...explainError(error)}
            onRetry={refetch}
            isRetrying={isFetching}
          />
        )}
      </div>
    </Dialog>
  )
}

function Deeds({ deeds }: { deeds: readonly ExplainedNotification[] }) {
  return (
    <ul className="why-deeds" aria-label="What others did">
      {deeds.map((deed) => (
        <li key={deed._id}>
          <p>
            {deedWords(deed)} · <TimeAgo value={deed.at} />
          </p>
          <p className="muted">
            {deed.told && <Told told={deed.told} />}
            {deed.whyNot && `Not told, because ${whyNotWords[deed.whyNot]}.`}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Told({ told: { reason, seenOn, mail, mailedOn } }: { told: NonNullable<ExplainedNotification['told']> }) {
  return (
    <>
      Told, because {reasonWords[reason]}. {seenOn === null ? 'Unread.' : 'Read.'}{' '}
      {mailedOn === null ? (
        mailWords[mail]
      ) : (
        <>
          Mailed <TimeAgo value={mailedOn} />.
        </>
      )}
    </>
  )
}

/** Of what was not mailed. */
const mailWords: Readonly<Record<NotificationMailState, string>> = {
  sent: 'Mailed.',
  waits: 'Its mail waits.',
  failed: 'Its mail could not be sent.',
  seen: 'Not mailed, because you had read it by then.',
  none: 'Not mailed: you get no mail, or none in time.',
}
