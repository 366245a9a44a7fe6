import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconArrowLeft, IconCircleCheck } from '@tabler/icons-react'
import { useRef } from 'react'
import type { FailedJob, Jobs } from '#shared/jobs/contract.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { jobsQuery } from './job-queries.ts'
import { useTryAgain } from './use-try-again.ts'
import './jobs-page.css'

/** Shows which background jobs failed for good, and has them tried again. */
export function JobsPage() {
  const { data: jobs, error, isFetching, refetch } = useQuery(jobsQuery)
  useGuardAgain(jobs ? undefined : error)
  return (
    <Page
      title="Background jobs"
      width="text"
      back={
        <Link to={paths.userList}>
          <IconArrowLeft size={16} aria-hidden />
          Users
        </Link>
      }
      description="What the product does by itself, such as deleting what is over. A job that fails is tried again for some minutes; then it stands here."
    >
      {jobs ? (
        <Shown jobs={jobs} />
      ) : error ? (
        <LoadError
          title="The jobs could not be loaded"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      ) : (
        <Loading label="Loading the jobs">
          <Skeleton height="160px" radius="10px" />
        </Loading>
      )}
    </Page>
  )
}

function Shown({ jobs: { result, counts } }: { jobs: Jobs }) {
  const facts = useRef<HTMLParagraphElement>(null)
  // The button is removed with its job, so the focus moves on.
  const { tryAgain, trying } = useTryAgain(() => facts.current?.focus())
  return (
    <>
      {counts.workers === 0 && (
        <Notice tone="warning" title="No process does jobs">
          Whoever runs the server has to start one without JOBS=off, or with SERVE=jobs.
        </Notice>
      )}
      <p className="jobs-counts muted" ref={facts} tabIndex={-1}>
        {counts.failed} failed · {counts.waiting} waiting · {counts.running} running
      </p>
      {result.length === 0 ? (
        <EmptyState icon={<IconCircleCheck size={28} stroke={1.5} />} title="Nothing has failed">
          There is nothing to do here.
        </EmptyState>
      ) : (
        <ul className="surface jobs" aria-label="Failed jobs">
          {result.map((job) => (
            <JobRow key={job._id} job={job} isSending={trying === job._id} onTryAgain={() => tryAgain(job._id)} />
          ))}
        </ul>
      )}
    </>
  )
}

function JobRow({ job, isSending, onTryAgain }: { job: FailedJob; isSending: boolean; onTryAgain: () => void }) {
  return (
    <li className="job">
      <div className="job-words">
        <p className="job-title">{job.title}</p>
        <p className="job-reason">{job.reason ?? 'The process that did it was killed.'}</p>
        <p className="job-facts muted">
          <span>
            Due <TimeAgo value={job.addedOn} />
          </span>
          <span>{job.attempts === 1 ? 'tried once' : `tried ${job.attempts} times`}</span>
          <code>{job.name}</code>
        </p>
      </div>
      <Button size="xs" variant="default" loading={isSending} onClick={onTryAgain}>
        Try again <span className="visually-hidden">&nbsp;{job.title}</span>
      </Button>
    </li>
  )
}
