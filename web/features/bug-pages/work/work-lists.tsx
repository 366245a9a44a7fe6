import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import type { BugNotification } from '#shared/following/contract.ts'
import { mostOfWork, useShownBugs, waitingForMe } from '#web/features/bugs/public.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { ownPageSize } from '#web/lib/lists/own-page-size.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'
import '#web/ui/lists/cards.css'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { useComing } from '#web/ui/page/use-coming.ts'
import { BugRow } from '../card/bug-row.tsx'
import { compactPageSize, mayTriage } from '../card/list-form.ts'
import { useCardLinks } from '../card/use-card-links.ts'
import { NotificationRow } from './notification-row.tsx'
import { splitSearch } from '../split/split-address.ts'
import { useSplitChoice } from '../split/split-choice.ts'
import { useWork } from './use-work.ts'
import type { Waiting } from './waiting-of.ts'
import type { WorkList } from './work-list.ts'
import './work.css'

/** Where a list is shown whole. */
interface Whole {
  readonly words: string
  /** The list of bugs unless it says otherwise. */
  readonly to?: string
  readonly search?: Readonly<Record<string, unknown>>
}

const owed = { words: 'All that wait for your answer', search: { keywords: waitingForMe } }
const unread = { words: 'All notifications', to: paths.news }
const followed = { words: 'All bugs you follow', search: { keywords: 'is:followed' } }

/**
 * Shows the beginnings of somebody's lists, and below them the children. All come at once, so that nothing moves.
 */
export function WorkLists({ children }: { children: ReactNode }) {
  const session = useSession()
  const isTriager = mayTriage(session)
  const {
    assigned,
    reported,
    untriaged,
    recent,
    waiting,
    followed: news,
    isComing,
  } = useWork(session.has('canClassifyAnyBug'))
  const { isOffered: isWide } = useSplitChoice()
  useComing(isComing)
  if (isComing) return <Coming />

  const ownReports = (
    <BugSection
      key="reported"
      title="Reported by you"
      list={reported}
      whole={{ words: 'All reported by you', search: { view: 'reported-by-me' } }}
    >
      You have not reported anything yet. Something went wrong? <Link to={paths.reportBug}>Write it down</Link>.
    </BugSection>
  )
  const ownTasks = (
    <BugSection
      key="assigned"
      title="Assigned to you"
      list={assigned}
      whole={{ words: 'All assigned to you', search: { view: 'assigned-to-me' } }}
    >
      Nothing is assigned to you. {untriaged ? '' : openBugs}
    </BugSection>
  )
  // Where there is room, beside its first bug.
  const first = untriaged?.items?.[0]
  const all = { view: 'untriaged', pageSize: Math.max(ownPageSize(), compactPageSize) }
  const queue: Whole = {
    words: 'Work through them',
    ...(isWide && first ? { to: paths.viewBug(first._id), search: splitSearch(all) } : { search: all }),
  }
  return (
    <>
      <div className="work">
        <div className="work-column">
          <WaitingSection title="Waiting for you" list={waiting} whole={owed}>
            Nobody waits for you. Questions to you, and what others write at bugs that you report or follow, are told
            here.
          </WaitingSection>
          {untriaged && (
            <BugSection title="Untriaged" list={untriaged} whole={queue}>
              Every open bug is classified.
            </BugSection>
          )}
          {isTriager ? [ownTasks, ownReports] : [ownReports, ownTasks]}
        </div>
        <div className="work-column">
          <NotificationSection title="Notifications about bugs you follow" list={news} whole={followed}>
            Nothing new. Follow a bug on its page, and what happens to it is told here. {openBugs}
          </NotificationSection>
          <BugSection title="Recently viewed" list={recent} whole={{ words: 'All bugs' }}>
            Bugs that you open are kept here. {openBugs}
          </BugSection>
        </div>
      </div>
      {children}
    </>
  )
}

const openBugs = <BugsLink search={{ closed: 'open' }}>See what is open</BugsLink>

function BugsLink({ search, children }: { search: Readonly<Record<string, string>>; children: ReactNode }) {
  return (
    <Link to={paths.bugList} search={search}>
      {children}
    </Link>
  )
}

interface SectionProps<Item> {
  readonly title: string
  readonly list: WorkList<Item>
  readonly whole: Whole
  /** Says what to do where there is nothing. */
  readonly children: ReactNode
}

function BugSection({ list, ...section }: SectionProps<BugListItem>) {
  const bugs = useShownBugs(list.items ?? [])
  return (
    <Section {...section} list={list}>
      {bugs.length > 0 ? bugs.map((bug) => <BugRow key={bug._id} bug={bug} isBrief />) : section.children}
    </Section>
  )
}

function WaitingSection({ list, ...section }: SectionProps<Waiting>) {
  const [first, rest] = [list.items?.slice(0, mostOfWork) ?? [], list.items?.slice(mostOfWork) ?? []]
  const bugs = useShownBugs(first.flatMap((one) => ('bug' in one ? [one.bug] : [])))
  return (
    <Section {...section} list={list} whole={rest.some((one) => 'news' in one) ? unread : section.whole}>
      {first.length > 0
        ? [
            ...first.map((one) => 'news' in one && <NotificationRow key={one.news.bug._id} notification={one.news} />),
            ...bugs.map((bug) => <BugRow key={bug._id} bug={bug} isBrief showsWait />),
          ]
        : section.children}
    </Section>
  )
}

function NotificationSection({ list, ...section }: SectionProps<BugNotification>) {
  const { items = [] } = list
  return (
    <Section {...section} list={list}>
      {items.length > 0
        ? items.slice(0, mostOfWork).map((one) => <NotificationRow key={one.bug._id} notification={one} />)
        : section.children}
    </Section>
  )
}

function Section({ title, list: { items, total, error, retry }, whole, children }: SectionProps<unknown>) {
  const id = useId()
  const links = useCardLinks()
  return (
    <section aria-labelledby={id}>
      <header className="work-heading">
        <h2 id={id}>{title}</h2>
        {total > 0 && <span className="muted tabular">{total}</span>}
        <Link to={whole.to ?? paths.bugList} {...(whole.search && { search: whole.search })}>
          {whole.words}
        </Link>
      </header>
      {items && items.length > 0 ? (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/mouse-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has the links themselves
        <ul className="cards" {...links}>
          {children}
        </ul>
      ) : (
        items && <p className="work-none">{children}</p>
      )}
      {error && (
        <p className="work-none">
          {explainError(error).explanation} <QuietButton onClick={retry}>Try again</QuietButton>
        </p>
      )}
    </section>
  )
}

function Coming() {
  const rows = (
    <section>
      <Skeleton width="140px" height="20px" />
      <Skeleton height="110px" />
    </section>
  )
  return (
    <Loading label="Loading your work">
      <div className="work">
        <div className="work-column">
          {rows}
          {rows}
        </div>
        <div className="work-column">
          {rows}
          {rows}
        </div>
      </div>
    </Loading>
  )
}
