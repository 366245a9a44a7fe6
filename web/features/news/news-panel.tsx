import { IconBellCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type BugNews, seeAllNews } from '#shared/following/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { StatusBadge } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { paths } from '#web/lib/paths.ts'
import { TimeAgo } from '#web/ui/text/moment.tsx'
import { toastFailure } from '#web/ui/notices/toast.ts'
import { keepNothing, type News, newsQuery } from './news-queries.ts'
import { newsPlace, newsWords } from './news-words.ts'
import './news-panel.css'

/** Shows the latest notifications, each with a link to its bug. */
export function NewsPanel({
  id,
  news,
  error,
  onRetry,
  onSeen,
}: {
  id: string
  /** Undefined until they are loaded. */
  news: News | undefined
  error: Error | null
  onRetry: () => void
  /** Called when everything was marked as seen. */
  onSeen: () => void
}) {
  const seeing = useSeeAll(onSeen)
  const more = news ? news.total - news.result.length : 0
  return (
    <div id={id} role="dialog" aria-label="News" className="news-panel">
      <div className="news-header">
        <h2>News</h2>
        {news && news.total > 0 && (
          <button
            type="button"
            className="news-see-all"
            aria-disabled={seeing.isPending || undefined}
            onClick={() => !seeing.isPending && seeing.mutate()}
          >
            Mark all as seen
          </button>
        )}
      </div>
      {news && news.result.length > 0 && (
        <ul className="news-rows">
          {news.result.map((one) => (
            <NewsRow key={one.bug._id} news={one} />
          ))}
        </ul>
      )}
      {more > 0 && <p className="news-more">And {more === 1 ? '1 more bug' : `${more} more bugs`}.</p>}
      {news?.total === 0 && (
        <div className="news-none">
          <IconBellCheck size={24} aria-hidden />
          <p>Nothing new</p>
          <p className="muted">What others do to bugs that you report, comment on, join or follow stands here.</p>
        </div>
      )}
      {!news && (
        <p className="news-none muted" role="status">
          {error ? explainError(error).explanation : 'Reading …'}
          {error && (
            <button type="button" className="news-see-all" onClick={onRetry}>
              Try again
            </button>
          )}
        </p>
      )}
    </div>
  )
}

function NewsRow({ news }: { news: BugNews }) {
  const { bug, last } = news
  return (
    <li>
      <Link to={paths.viewBug(bug._id)} hash={newsPlace(news)} className="news-row">
        <span className="news-title">{bug.title}</span>
        <span className="news-words">{newsWords(news)}</span>
        <span className="news-facts">
          <StatusBadge status={bug.status} />
          <span className="mono">{shortId(bug._id)}</span>
          <TimeAgo value={last.at} />
        </span>
      </Link>
    </li>
  )
}

function useSeeAll(onSeen: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(seeAllNews),
    onSuccess: async ({ total }) => {
      onSeen()
      if (total === 0) return keepNothing(client)
      // New ones have arrived meanwhile.
      await client.invalidateQueries({ queryKey: newsQuery.queryKey })
    },
    onError: (error) => toastFailure(explainError(error).explanation, referenceOf(error)),
  })
}
