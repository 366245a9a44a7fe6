import { IconFilterPlus } from '@tabler/icons-react'
import { flushSync } from 'react-dom'
import { useActions } from '#web/lib/keys/actions.ts'
import { useShortcuts } from '#web/lib/keys/use-shortcuts.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useLate } from '#web/ui/late/use-late.ts'
import { useTypedAhead } from '#web/ui/late/use-typed-ahead.ts'
import { toastError } from '#web/ui/notices/toast.ts'
import { loadPickers } from '#web/ui/overlays/late-picker.tsx'
import { usePopup } from '#web/ui/overlays/use-popup.ts'
import type { FilterDraft } from './filter-draft.ts'

/** What it opens comes with it, so that no key falls between the two. */
const load = () => Promise.all([import('./filter-picker.tsx'), loadPickers()]).then(([code]) => code.FilterPicker)

/** Adds a filter by typing a part of its words: a value, somebody's name, a label. */
export function AddFilter({
  draft,
  onAdd,
}: {
  /** What the list is narrowed by. */
  draft: FilterDraft
  /** Sets it in the panel, in whose form this stands: what is entered there is searched for with it. */
  onAdd: (part: Partial<FilterDraft>) => void
}) {
  const [hasKeys] = useShortcuts()
  const { isOpen, open, onClose, button, popup } = usePopup('dialog')
  useActions([{ id: 'list.add-filter', label: 'Add a filter', group: 'List', keys: 'w', run: open }])
  const FilterPicker = useLate(load, isOpen ? 'now' : 'idle', () => {
    onClose()
    toastError('The filters could not be loaded', undefined, 'Check your connection, and try again.')
  })
  const typed = useTypedAhead(isOpen && !FilterPicker, isOpen, onClose)

  function add(part: Partial<FilterDraft>) {
    flushSync(() => onAdd(part))
    popup.anchor.current?.form?.requestSubmit()
  }

  return (
    <>
      <IconButton
        size={36}
        variant="default"
        aria-label="Add a filter"
        title={`Add a filter${hasKeys ? ' (w)' : ''}`}
        {...button}
      >
        <IconFilterPlus size={18} aria-hidden />
      </IconButton>
      {isOpen && FilterPicker && <FilterPicker {...popup} draft={draft} typed={typed} onAdd={add} />}
    </>
  )
}
