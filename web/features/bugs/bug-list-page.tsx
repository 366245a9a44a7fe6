import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { paths } from '#web/lib/paths.ts'
import { useListKeys } from '#web/lib/use-list-keys.ts'
import { useShortcuts } from '#web/lib/use-shortcuts.ts'
import { ListKeysHint } from '#web/ui/list-keys-hint.tsx'
import { Page } from '#web/ui/page.tsx'
import { BugListResults } from './bug-list-results.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { ListNewsButton } from './list-news-button.tsx'
import { useListNews } from './use-list-news.ts'
import { useListSearch } from './use-list-search.ts'

const cards = { stop: '.bug-card-link', item: '.bug-card' }

/** All bugs that the reader may see, narrowed, ordered and paged by the address. */
export function BugListPage() {
  const { search, show } = useListSearch()
  const list = useRef<HTMLDivElement>(null)
  const keywords = useRef<HTMLInputElement>(null)
  const [keysAreOn, switchKeys] = useShortcuts()
  useListKeys(list, keywords, cards, keysAreOn)
  const news = useListNews(search)

  function showNews() {
    news?.show()
    // The button goes with what it offered.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(cards.stop)?.focus())
  }

  return (
    <Page
      title="Bugs"
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
      <FilterPanel search={search} keywordsRef={keywords} showShortcut={keysAreOn} onSearch={show} />
      <ListNewsButton words={news?.words} onShow={showNews} />
      <div ref={list}>
        <BugListResults search={search} onShow={show} />
      </div>
      <ListKeysHint record="bug" isOn={keysAreOn} onSwitch={switchKeys} />
    </Page>
  )
}
