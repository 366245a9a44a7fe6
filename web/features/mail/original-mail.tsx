import { useQuery } from '@tanstack/react-query'
import { type OriginalMail as Original, viewCommentOriginal, viewReceivedMail } from '#shared/mail-in/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import './original-mail.css'

/** Which mail is shown: one that is held, or the one that became a comment. */
export type MailPlace = { readonly receivedId: string } | { readonly bugId: string; readonly commentId: string }

const originalQuery = (place: MailPlace) => ({
  queryKey: ['original-mail', place],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Original> =>
    'receivedId' in place
      ? call(viewReceivedMail, { params: place, signal })
      : call(viewCommentOriginal, { params: place, signal }),
})

/** Shows a mail as it came, as text alone: nothing of it is drawn or loaded. */
export function OriginalMail({ place, onClose }: { place: MailPlace; onClose: () => void }) {
  const { data: mail, error, isFetching, refetch } = useQuery(originalQuery(place))
  return (
    <Dialog title="Original mail" width="wide" onClose={onClose}>
      {mail ? (
        <>
          {mail.text !== null && (
            <Words label="Its text">{mail.text.trim() === '' ? 'It has no text.' : mail.text}</Words>
          )}
          <details className="original-mail-source" open={mail.text === null}>
            <summary>As it came</summary>
            <Words label="As it came">{mail.original}</Words>
            {!mail.isWhole && <p className="muted">This is its beginning.</p>}
          </details>
        </>
      ) : error ? (
        <LoadError
          title="The mail could not be loaded"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      ) : (
        <Loading label="Loading the mail">
          <Skeleton height="160px" radius="10px" />
        </Loading>
      )}
    </Dialog>
  )
}

function Words({ label, children }: { label: string; children: string }) {
  return (
    // Scrolls when it is long; the keyboard needs to get there.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="original-mail" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
