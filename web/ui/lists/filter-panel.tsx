import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useActions } from '#web/lib/keys/actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FilterChips, type Chip } from './filter-chips.tsx'
import './filter-panel.css'

/**
 * Shows the filters and the order of a list. Nothing is sent before Search is pressed. A key opens the fields and
 * focuses the first one; pressed inside, it closes them again, as Escape does.
 */
export function FilterPanel({
  label,
  keywords,
  isOpenAtFirst,
  chips,
  add,
  end,
  onSearch,
  onClear,
  children,
}: {
  /** What is searched for, such as "Bugs". */
  label: string
  /** The keywords field, which is always visible. */
  keywords: ReactNode
  isOpenAtFirst: boolean
  /** The active filters; shown while the fields are closed. */
  chips: readonly Chip[]
  /** A way to a further filter that needs no panel. */
  add?: ReactNode
  /** Stands at the end of the bar. */
  end?: ReactNode
  /** Sends the search. `'hidden'` when a wrong field is closed away: the fields then open. */
  onSearch: () => 'done' | 'refused' | 'hidden'
  onClear: () => void
  /** The fields that can be closed away. */
  children: ReactNode
}) {
  const panelId = useId()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const form = useRef<HTMLFormElement>(null)
  const fields = useRef<HTMLDivElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const isFocusAsked = useRef(false)
  useEffect(() => {
    if (isOpen && isFocusAsked.current) focusFirst(fields.current)
    isFocusAsked.current = false
  }, [isOpen])

  function goToFields() {
    if (isOpen) return focusFirst(fields.current)
    isFocusAsked.current = true
    setIsOpen(true)
  }

  function fold() {
    setIsOpen(false)
    toggle.current?.focus()
  }

  const isAmongFields = () => fields.current?.contains(document.activeElement) === true

  useActions([
    {
      id: 'list.filters',
      label: 'Filters',
      group: 'List',
      keys: 'f',
      run: () => (isOpen && isAmongFields() ? fold() : goToFields()),
    },
    {
      id: 'list.search',
      label: 'Search',
      group: 'Form',
      keys: 'Mod+Enter',
      within: form,
      whileTyping: true,
      inPalette: false,
      run: () => form.current?.requestSubmit(),
    },
    {
      id: 'list.fold-filters',
      label: 'Fold the filters away',
      group: 'List',
      keys: 'Escape',
      within: fields,
      whileTyping: true,
      inPalette: false,
      isEnabled: isOpen,
      run: fold,
    },
  ])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (onSearch() === 'hidden') setIsOpen(true)
  }

  return (
    <form ref={form} className="filters not-printed" role="search" aria-label={label} onSubmit={submit}>
      <div className="filters-bar">
        <div className="filters-field">
          {keywords}
          <span className="filters-actions">
            <Button type="submit" size="compact" variant="subtle">
              Search
            </Button>
            <Button size="compact" variant="subtle" onClick={onClear}>
              Clear Search
            </Button>
          </span>
        </div>
        {add}
        <Button
          ref={toggle}
          className="filters-toggle"
          variant="default"
          aria-expanded={isOpen}
          aria-controls={panelId}
          icon={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          endIcon={<IconChevronDown size={16} aria-hidden className="filters-chevron" />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Filters
        </Button>
        {end}
      </div>
      <div ref={fields} id={panelId} hidden={!isOpen}>
        {children}
      </div>
      {!isOpen && chips.length > 0 && <FilterChips chips={chips} />}
    </form>
  )
}

function focusFirst(fields: HTMLElement | null): void {
  fields?.querySelector<HTMLElement>('select, input')?.focus()
}
