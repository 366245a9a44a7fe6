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
import { useListSearch } from './use-list-search.ts'

const cards = { stop: '.bug-card-link', item: '.bug-card' }

/** All bugs that the reader may see, narrowed, ordered and paged by the address. */
export function BugListPage() {
  const { search, show } = useListSearch()
  const list = useRef<HTMLDivElement>(null)
  const keywords = useRef<HTMLInputElement>(null)
  const [keysAreOn, switchKeys] = useShortcuts()
  useListKeys(list, keywords, cards, keysAreOn)

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
      <div ref={list}>
        <BugListResults search={search} onShow={show} />
      </div>
      <ListKeysHint record="bug" isOn={keysAreOn} onSwitch={switchKeys} />
    </Page>
  )
}
