import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ReporterLinkState,
  revokeReporterLink,
  sendReporterLink,
  viewReporterLink,
} from '#shared/reporter-links/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainError, explainRefusal } from '#web/lib/explain-error.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { FormActions } from '#web/ui/forms/form.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { toastSuccess } from '#web/ui/notices/toast.ts'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { Day, TimeAgo } from '#web/ui/text/timestamp.tsx'
import './reporter-link-dialog.css'

/** Shows whether a reporter without an account follows the bug by a link; sends a new one, or ends it. */
export function ReporterLinkDialog({ bugId, onClose }: { bugId: string; onClose: () => void }) {
  const params = { bugId }
  const queryKey = ['bugs', 'reporter-link', bugId]
  const client = useQueryClient()
  const { sendsMail } = useSite()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(viewReporterLink, { params, signal })).result,
  })
  const change = useMutation({
    mutationFn: async (what: 'send' | 'end') =>
      (await call(what === 'send' ? sendReporterLink : revokeReporterLink, { params })).result,
    onSuccess: (state, what) => {
      client.setQueryData(queryKey, state)
      toastSuccess(what === 'send' ? 'The reporter is mailed a new link' : 'The reporter’s link has ended')
    },
  })
  return (
    <Dialog title="Reporter’s link" onClose={onClose}>
      <div className="reporter-link-dialog">
        {!data && !error && (
          <Loading label="Loading the link">
            <Skeleton height="96px" />
          </Loading>
        )}
        {!data && error && (
          <LoadError
            title="The link could not be loaded"
            {...explainError(error)}
            onRetry={refetch}
            isRetrying={isFetching}
          />
        )}
        {data && <Words state={data} />}
        {change.error && !change.isPending && (
          <FailureNotice title="Nothing was changed" {...explainRefusal(change.error)} />
        )}
        {data?.isPossible && (
          <FormActions>
            {sendsMail ? (
              <Button loading={change.isPending && change.variables === 'send'} onClick={() => change.mutate('send')}>
                {data.link ? 'Send a new link' : 'Send a link'}
              </Button>
            ) : (
              <p className="muted">No mail goes out here, so no link can be sent.</p>
            )}
            {data.link && (
              <Button
                variant="default"
                loading={change.isPending && change.variables === 'end'}
                onClick={() => change.mutate('end')}
              >
                End the link
              </Button>
            )}
          </FormActions>
        )}
      </div>
    </Dialog>
  )
}

function Words({ state: { isPossible, reporterName, link } }: { state: ReporterLinkState }) {
  const name = <strong>{reporterName}</strong>
  if (!isPossible)
    return (
      <p>
        {name} has an account, or left no address, or the product is not open to everybody: there is no link to send.
      </p>
    )
  if (!link) return <p>{name} has no account, and no link to this bug. A link is mailed to the address they left.</p>
  return (
    <>
      <p>
        {name} has no account and follows this bug by a link: its status, the comments, and answering.{' '}
        {link.isMailed ? 'They are mailed what happens.' : 'They are not mailed what happens.'}
      </p>
      <p className="muted">
        Sent <TimeAgo value={link.madeOn} />,{' '}
        {link.usedOn ? (
          <>
            last used <TimeAgo value={link.usedOn} />
          </>
        ) : (
          'not used yet'
        )}
        {link.expiresOn && (
          <>
            ; works until <Day value={link.expiresOn} />
          </>
        )}
        . A new link ends this one.
      </p>
    </>
  )
}
