import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ListSearch } from '#web/features/bugs/public.ts'
import { ViewsBar } from '#web/features/views/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { paths } from '#web/lib/paths.ts'
import { useListKeys } from '#web/lib/lists/use-list-keys.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { useShortcuts } from '#web/lib/keys/use-shortcuts.ts'
import { ListKeysHint } from '#web/ui/lists/list-keys-hint.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { useListForm } from '../card/list-form.ts'
import { FilterPanel } from '../filter/filter-panel.tsx'
import { filterChips } from '../filter/filter-words.ts'
import { useNameOf } from '../filter/people-query.ts'
import { keywordsRefusal } from '../filter/keywords-refusal.ts'
import { ResultOrder } from '../filter/result-order.tsx'
import { useListSearch } from '../filter/use-list-search.ts'
import { isChangedFrom, viewSearchOf } from '../filter/viewed-search.ts'
import { ProductSwitch } from '../products/product-switch.tsx'
import { useKeptFocus } from '../split/refocus.ts'
import { SplitPane } from '../split/split-pane.tsx'
import { SplitSwitch } from '../split/split-switch.tsx'
import { useSplitOfList } from '../split/use-split-of-list.ts'
import { BugListResults } from './bug-list-results.tsx'
import { ListSelection } from './list-selection.tsx'
import { ListNewsButton } from './list-news-button.tsx'
import { type BugPage, useBugList } from './use-bug-list.ts'
import { useCurrentRow } from './use-current-row.ts'
import { useListNews } from './use-list-news.ts'
import { endWalk, rememberList } from './current-walk.ts'
import { useReturnToCard } from './use-return-to-card.ts'
import { useTurnPage } from './use-turn-page.ts'

const cards = { stop: '.bug-card-link', item: '.bug-card', passed: '[data-left]' }

/** Whether the list has its final height: what stands below it would jump otherwise. */
const isShown: Readonly<Record<BugPage['state'], boolean>> = {
  impossible: true,
  'first-load': false,
  loading: false,
  replacing: false,
  paging: true,
  failed: true,
  loaded: true,
}

/**
 * All bugs that the reader may see, narrowed, ordered and paged by the address, or by the view that it names.
 * @param props.bugId the bug that is shown beside the list, whose keys are that bug's then
 * @param props.children its page
 */
export function BugListPage({ bugId, children }: { bugId?: string; children?: ReactNode }) {
  const { search, isPending, opened, show, open, leave } = useListSearch()
  const list = useRef<HTMLDivElement>(null)
  const keywords = useRef<HTMLInputElement>(null)
  const [keysAreOn] = useShortcuts()
  const page = useBugList(search, isPending)
  const isBeside = bugId !== undefined
  const split = useSplitOfList(bugId)
  const turn = useTurnPage(list, cards.stop, { search, page, onShow: show, hasKeys: !isBeside })
  useListKeys(list, keywords, cards, 'bug', turn, isBeside ? 'nothing' : split.isSplit ? 'open' : 'focus')
  useReturnToCard(list, page, isBeside)
  useCurrentRow(list, split.isSplit, bugId, { search, isLoaded: page.state === 'loaded' })
  useKeptFocus(`${split.isSplit}`)
  useWalkOf(search, page, isBeside)
  const news = useListNews(search)
  const isCompact = useListForm().form === 'compact'
  const hasRoom = useMediaQuery('(min-width: 1100px)')
  const isOneBar = isCompact && hasRoom && !split.isSplit
  const nameOf = useNameOf(search)
  useActions([
    {
      id: 'list.results',
      label: 'Go to the bugs found',
      group: 'Writing',
      keys: 'Enter',
      within: keywords,
      whileTyping: true,
      inPalette: false,
      // What is typed and not searched for yet is searched for first.
      isEnabled: page.state === 'loaded',
      run: () => keywords.current?.value.trim() === (search.keywords ?? '') && focusCard(),
    },
    {
      id: 'list.clear',
      label: 'Clear filters',
      group: 'List',
      isEnabled: Object.keys(search).length > 0,
      run: () => show({}),
    },
  ])

  function showNews() {
    news?.show()
    // The button goes with what it offered.
    requestAnimationFrame(focusCard)
  }

  /** Returns false where there is none. */
  function focusCard(): boolean {
    const current = list.current?.querySelector<HTMLElement>(`${cards.stop}[aria-current]`)
    const card = current ?? list.current?.querySelector<HTMLElement>(cards.stop)
    card?.focus()
    return card !== null && card !== undefined
  }

  const report = (
    <ButtonLink to={paths.reportBug} icon={<IconPlus size={16} aria-hidden />}>
      Report Bug
    </ButtonLink>
  )

  return (
    <Page
      title={opened.view ? `${opened.view.name} · Bugs` : 'Bugs'}
      heading="Bugs"
      isDense
      isSplit={split.isSplit}
      isAround={isBeside}
      isOneBar={isOneBar}
      beside={
        <>
          <ProductSwitch search={search} onShow={show} />
          <ViewsBar
            opened={opened}
            search={viewSearchOf(search)}
            summary={filterChips(search, nameOf).map(({ words }) => words)}
            isChanged={opened.view !== undefined && isChangedFrom(search, opened.view.search)}
            onOpen={open}
            onLeave={leave}
          >
            <ResultOrder search={search} onShow={show} />
          </ViewsBar>
        </>
      }
      actions={
        !isOneBar && (
          <>
            {split.isSplit && <SplitSwitch isSplit onChange={split.change} />}
            {report}
          </>
        )
      }
    >
      <FilterPanel
        search={search}
        keywordsRef={keywords}
        showShortcut={keysAreOn}
        refusal={keywordsRefusal(page.error)}
        end={isOneBar && report}
        onSearch={show}
      />
      <ListNewsButton words={news?.words} onShow={showNews} />
      <div ref={list} className="bug-list">
        <BugListResults search={search} page={page} onShow={show} split={{ ...split, isBeside }} />
      </div>
      {split.isSplit && <SplitPane bugId={bugId}>{children}</SplitPane>}
      {!split.isSplit && isShown[page.state] && <ListKeysHint record="bug" isBrief={isCompact} />}
      <ListSelection list={list} search={search} page={page} />
    </Page>
  )
}

/** Keeps the walk through the list true to what the list shows beside a bug; by itself it ends the walk. */
function useWalkOf(search: ListSearch, { state, reply }: BugPage, isBeside: boolean): void {
  useEffect(() => {
    if (!isBeside) endWalk()
    else if (state === 'loaded' && reply) rememberList(search, reply)
  }, [search, state, reply, isBeside])
}
