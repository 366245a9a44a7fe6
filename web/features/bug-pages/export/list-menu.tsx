import { IconBraces, IconTable } from '@tabler/icons-react'
import type { ExportFormat } from '#shared/exporting/contract.ts'
import type { ListSearch } from '#web/features/bugs/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { toastError } from '#web/ui/notices/toast.ts'
import { ActionMenu } from '#web/ui/overlays/action-menu.tsx'
import { bugsWords } from './export-words.ts'

const formats = [
  { format: 'csv', words: 'CSV', Icon: IconTable },
  { format: 'jsonl', words: 'JSON Lines', Icon: IconBraces },
] as const

/** What can be done with all bugs that the list finds. */
export function ListMenu({ search, total }: { search: ListSearch; total: number }) {
  function run(format: ExportFormat) {
    import('./export-found.ts').then(
      ({ exportFound }) => void exportFound(search, total, format),
      () =>
        toastError('This could not be loaded', undefined, 'Nothing was exported. Check the connection and try again.'),
    )
  }
  const label = (words: string) => `Export ${bugsWords(total)} as ${words}`
  useActions(
    formats.map(({ format, words }) => ({
      id: `list.export-${format}`,
      label: label(words),
      group: 'List',
      run: () => run(format),
    })),
  )
  return (
    <ActionMenu
      label="Actions for this list"
      entries={formats.map(({ format, words, Icon }) => ({
        key: format,
        words: label(words),
        icon: <Icon size={16} aria-hidden />,
        onRun: () => run(format),
      }))}
    />
  )
}
