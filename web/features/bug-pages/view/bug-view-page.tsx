import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { bugFromLists, bugQuery, InvalidBug, parseListSearch } from '#web/features/bugs/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { atPage } from '#web/lib/lists/list-search.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { PendingPage } from '#web/ui/page/pending-page.tsx'
import { mayTriage } from '../card/list-form.ts'
import { lastListSearch, lastShownSearch, noteListSearch } from '../filter/last-search.ts'
import { useListWalk } from '../list/use-list-walk.ts'
import { useKeptFocus } from '../split/refocus.ts'
import { splitSearch } from '../split/split-address.ts'
import { SplitSwitch } from '../split/split-switch.tsx'
import { BugSkeleton } from './bug-skeleton.tsx'
import { BugView } from './bug-view.tsx'
import { ListBeside } from './list-beside.tsx'
import { ListPlace } from './list-place.tsx'
import { useSplitOfBug } from './use-split-of-bug.ts'

const walkKeys = { next: ['j', ']'], previous: ['k', '['] }

/** One bug, by the id in the address; an address without one is as invalid as one with a wrong id. */
export function BugViewPage() {
  const { bugId }: { bugId?: string } = useParams({ strict: false })
  return bugId ? <OneBug bugId={bugId} /> : <InvalidBug />
}

/** A bug by itself, or beside the list that it is of. */
function OneBug({ bugId }: { bugId: string }) {
  const { isSplit, isComing, bring } = useSplitOfBug(bugId)
  if (isComing) return null
  const bug = <BugById key={bugId} bugId={bugId} isSplit={isSplit} onSplit={bring} />
  if (!isSplit) return bug
  return <ListBeside plain={bug} coming={<PendingPage />} part={{ bugId, children: bug }} />
}

/** The bug to which somebody goes from the one before, beside their list; Back comes to others as they were left. */
let walkedTo: string | undefined

function BugById({ bugId, isSplit, onSplit }: { bugId: string; isSplit: boolean; onSplit: () => void }) {
  const [isWalkedTo] = useState(bugId === walkedTo)
  useEffect(() => {
    walkedTo = undefined
  }, [])
  const client = useQueryClient()
  const router = useRouter()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...bugQuery(bugId),
    placeholderData: () => bugFromLists(client, bugId),
  })
  const session = useSession()
  const walk = useListWalk(bugId, useOpenNeighbour(isSplit), {
    keys: walkKeys,
    isBeside: isSplit,
    advances: mayTriage(session) && session.preferences.autoAdvance,
    preload: (next) => void router.preloadRoute({ to: paths.viewBug(next) }).catch(() => {}),
  })
  const place = <ListPlace {...walk} />
  useGuardAgain(data ? undefined : error)
  useKeptFocus(`${isSplit}`)
  const isGone = error instanceof CallError && error.code === 'not-found'
  useHeadingFocus(isGone ? 'gone' : data ? 'there' : error ? 'failed' : 'coming')

  function content() {
    if (isGone) return <InvalidBug />
    if (data) {
      const way = (
        <div className="bug-way not-printed">
          <Link className="bug-back" to={paths.bugList} search={lastListSearch()} state={{ isReturn: true }}>
            <IconArrowLeft size={16} aria-hidden />
            Bugs
          </Link>
          {place}
          <SplitSwitch isSplit={false} onChange={onSplit} />
        </div>
      )
      return <BugView bug={data} isComplete={!isPlaceholderData} isWalkedTo={isWalkedTo} way={!isSplit && way} />
    }
    if (!error) return <BugSkeleton />
    return (
      <Page title="Bug">
        <LoadError
          title="The bug could not be loaded"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      </Page>
    )
  }

  return (
    <>
      {isSplit && place}
      {content()}
    </>
  )
}

/** Returns how the next or previous bug of the list is opened: in place of this one, for Back leads out of the list. */
function useOpenNeighbour(isSplit: boolean) {
  const navigate = useNavigate()
  const router = useRouter()
  return async (bugId: string, page: number | undefined) => {
    const to = paths.viewBug(bugId)
    if (isSplit) {
      walkedTo = bugId
      const search = splitSearch(parseListSearch(router.state.location.search), page)
      return navigate({ to, search, replace: true, resetScroll: false })
    }
    if (page !== undefined) noteListSearch(atPage(lastListSearch(), page), atPage(lastShownSearch(), page))
    return navigate({ to, replace: true })
  }
}

/**
 * A heading that has the focus goes with the state that it is of: the next one has it then. So has the first one that
 * comes later than the screen, whose whole content has the focus until then.
 */
function useHeadingFocus(state: string): void {
  const isAtHeading = document.activeElement?.tagName === 'H1'
  const follow = useEffectEvent(() => {
    const { activeElement } = document
    if (activeElement?.id !== 'content' && !(isAtHeading && activeElement === document.body)) return
    document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true })
  })
  useEffect(() => follow(), [state])
}
