import { IconLinkOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { type ReporterView, reporterLinkDays } from '#shared/reporter-links/contract.ts'
import { AttachmentList, fileQuery, FileSourceContext } from '#web/features/attachments/public.ts'
import { StatusBadge } from '#web/features/bugs/public.ts'
import { MarkdownText } from '#web/features/texts/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { Day, TimeAgo } from '#web/ui/text/timestamp.tsx'
import { AnswerForm } from './answer-form.tsx'
import { LinkSettings } from './link-settings.tsx'
import { ReportComments } from './report-comments.tsx'
import { filesOfReport, reportQuery } from './report-query.ts'
import './follow-report.css'

/** Shows a report to its reporter, who has no account: what became of it, what was said, and a field to answer. */
export function FollowReportPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const [hasEnded, setHasEnded] = useState(false)
  const { data, error, refetch, isFetching } = useQuery({ ...reportQuery(token), enabled: !hasEnded })
  const isGone = hasEnded || (error instanceof CallError && error.code === 'not-found')
  // What stood there is removed, so the focus moves on.
  useEffect(() => {
    if (hasEnded) document.querySelector<HTMLElement>('h1')?.focus()
  }, [hasEnded])
  if (isGone) return <LinkGone hasEnded={hasEnded} />
  if (!data) {
    return (
      <Page title="Your report" width="text">
        {error ? (
          <LoadError
            title="Your report could not be loaded"
            {...explainError(error)}
            onRetry={refetch}
            isRetrying={isFetching}
            kept="The link stays valid."
          />
        ) : (
          <Loading label="Loading your report">
            <Skeleton height="320px" radius="10px" />
          </Loading>
        )}
      </Page>
    )
  }
  return <Report report={data} token={token} isStale={error !== null} onEnded={() => setHasEnded(true)} />
}

function LinkGone({ hasEnded }: { hasEnded: boolean }) {
  return (
    <Page title={hasEnded ? 'The link has ended' : 'Your report'} width="text">
      <EmptyState
        icon={<IconLinkOff size={28} stroke={1.5} />}
        title={hasEnded ? 'Nobody can open your report by it any more' : 'This link can’t be used any more'}
      >
        {hasEnded ? (
          <>The report stays with the team. If you need it again, ask them for a new link.</>
        ) : (
          <>
            Links to a report end {reporterLinkDays} days after it was closed, or when somebody ends them. Mail programs
            sometimes cut long links off: open it from the newest mail about your report, or ask the team for a new one.
          </>
        )}
      </EmptyState>
    </Page>
  )
}

function Report({
  report,
  token,
  isStale,
  onEnded,
}: {
  report: ReporterView
  token: string
  /** It could not be read again. */
  isStale: boolean
  onEnded: () => void
}) {
  const client = useQueryClient()
  const source = useMemo(() => filesOfReport(token), [token])
  // The texts that refer to them need no request of their own, and know the sizes from the start.
  for (const file of report.files) {
    const { queryKey } = fileQuery(source, file._id)
    if (!client.getQueryData(queryKey)) client.setQueryData(queryKey, file)
  }
  return (
    <FileSourceContext value={source}>
      <Page title={report.title} heading={null} width="text">
        <article className="follow-report">
          <header className="follow-report-header">
            <p className="muted">Your report to {report.productName}</p>
            <h1 tabIndex={-1} dir="auto">
              {report.title}
            </h1>
            <p className="follow-report-facts">
              <StatusBadge status={report.status} />
              <span className="mono">{report.key}</span>
              <span className="muted">
                reported by <bdi>{report.reporterName}</bdi> <TimeAgo value={report.createdOn} />
              </span>
            </p>
          </header>
          <p role="status" className="follow-report-stale">
            {isStale && 'The page could not be updated just now; it tries again by itself.'}
          </p>
          {report.merged && <Merged merged={report.merged} />}
          {report.isClosed && !report.merged && (
            <Notice title={`The team has set this to ${report.status}`}>
              Does it still happen? Answer below: the team reads it.
              {report.expiresOn && (
                <>
                  {' '}
                  This page stays until <Day value={report.expiresOn} />.
                </>
              )}
            </Notice>
          )}
          <section className="surface follow-report-card" aria-labelledby="report-words">
            <h2 id="report-words">What you reported</h2>
            <MarkdownText text={report.description} long="the description" />
            {report.stepsToReproduce.trim() !== '' && (
              <>
                <h3>Steps to reproduce</h3>
                <MarkdownText text={report.stepsToReproduce} asSteps long="the steps" />
              </>
            )}
            {report.files.length > 0 && (
              <>
                <h3>Files</h3>
                <AttachmentList attachments={report.files} />
              </>
            )}
          </section>
          <ReportComments comments={report.comments} />
          <AnswerForm token={token} onEnded={onEnded} />
          <LinkSettings token={token} isMailed={report.isMailed} onEnded={onEnded} />
        </article>
      </Page>
    </FileSourceContext>
  )
}

function Merged({ merged: { original } }: { merged: NonNullable<ReporterView['merged']> }) {
  return (
    <Notice title="The team goes on with this in another report">
      {original ? (
        <>
          It was merged into “<bdi>{original.title}</bdi>”, which is <StatusBadge status={original.status} />
        </>
      ) : (
        'It was merged into another report about the same.'
      )}
    </Notice>
  )
}
