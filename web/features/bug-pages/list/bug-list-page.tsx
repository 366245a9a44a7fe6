import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { ViewsBar } from '#web/features/views/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { paths } from '#web/lib/paths.ts'
import { useListKeys } from '#web/lib/lists/use-list-keys.ts'
import { useShortcuts } from '#web/lib/keys/use-shortcuts.ts'
import { ListKeysHint } from '#web/ui/lists/list-keys-hint.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { FilterPanel } from '../filter/filter-panel.tsx'
import { filterChips } from '../filter/filter-words.ts'
import { keywordsRefusal } from '../filter/keywords-refusal.ts'
import { ResultOrder } from '../filter/result-order.tsx'
import { useListSearch } from '../filter/use-list-search.ts'
import { isChangedFrom, viewSearchOf } from '../filter/viewed-search.ts'
import { BugListResults } from './bug-list-results.tsx'
import { ListNewsButton } from './list-news-button.tsx'
import { type BugPage, useBugList } from './use-bug-list.ts'
import { useListNews } from './use-list-news.ts'
import { useReturnToCard } from './use-return-to-card.ts'
import { useTurnPage } from './use-turn-page.ts'

const cards = { stop: '.bug-card-link', item: '.bug-card' }

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

/** All bugs that the reader may see, narrowed, ordered and paged by the address, or by the view that it names. */
export function BugListPage() {
  const { search, isPending, opened, show, open, leave } = useListSearch()
  const list = useRef<HTMLDivElement>(null)
  const keywords = useRef<HTMLInputElement>(null)
  const [keysAreOn] = useShortcuts()
  const page = useBugList(search, isPending)
  const turn = useTurnPage(list, cards.stop, { search, page, onShow: show })
  useListKeys(list, keywords, cards, 'bug', turn)
  useReturnToCard(list, page)
  const news = useListNews(search)
  useActions([
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
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(cards.stop)?.focus())
  }

  return (
    <Page
      title={opened.view ? `${opened.view.name} · Bugs` : 'Bugs'}
      heading="Bugs"
      actions={
        <Button
          component={Link}
          to={paths.reportBug}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          Report Bug
        </Button>
      }
    >
      <ViewsBar
        opened={opened}
        search={viewSearchOf(search)}
        summary={filterChips(search).map(({ words }) => words)}
        isChanged={opened.view !== undefined && isChangedFrom(search, opened.view.search)}
        onOpen={open}
        onLeave={leave}
      >
        <ResultOrder search={search} onShow={show} />
      </ViewsBar>
      <FilterPanel
        search={search}
        keywordsRef={keywords}
        showShortcut={keysAreOn}
        refusal={keywordsRefusal(page.error)}
        onSearch={show}
      />
      <ListNewsButton words={news?.words} onShow={showNews} />
      <div ref={list}>
        <BugListResults search={search} page={page} onShow={show} />
      </div>
      {isShown[page.state] && <ListKeysHint record="bug" />}
    </Page>
  )
}
