import { Autocomplete } from '@base-ui/react/autocomplete'
import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Kbd } from '#web/ui/controls/kbd.tsx'
import { Option } from './option.tsx'
import { itemOf } from './picker-item.ts'
import type { PickerGroup, PickerItem, PickerProps } from './popup-props.ts'
import { PopoverPopup } from './popups.tsx'
import './picker.css'

/**
 * Shows the field and the list of a picker. The arrows walk through the list, Enter takes the chosen one, and a digit
 * the one that shows it.
 */
export function PickerPopup({
  label,
  words,
  groups,
  status,
  isSearching = false,
  isSent = false,
  digit,
  isWide = false,
  hasFew = false,
  hasDigits = false,
  takesSeveral = false,
  onWords,
  onPick,
  ...place
}: PickerProps) {
  const field = useRef<HTMLInputElement>(null)
  /** Enter, or a digit, that came before what it means. */
  const [early, setEarly] = useState(isSent ? 'Enter' : digit)
  const chosen = useRef<PickerItem>(undefined)
  const items = groups.flatMap((group) => group.items)

  function pick(key: string) {
    onPick(key)
    if (takesSeveral) field.current?.select()
  }

  const isAnswered = early !== undefined && (!isSearching || (early === 'Enter' && items.length > 0))
  const pickEarly = useEffectEvent(() => {
    setEarly(undefined)
    const meant = early === 'Enter' ? items[0] : itemOf(items, early)
    if (meant) pick(meant.key)
  })
  useEffect(() => {
    if (isAnswered) pickEarly()
  }, [isAnswered])

  function onKeyDown(event: KeyboardEvent & { preventBaseUIHandler: () => void }) {
    const { key, ctrlKey, altKey, metaKey, nativeEvent } = event
    if (nativeEvent.isComposing || event.keyCode === 229 || ctrlKey || altKey || metaKey) return
    const meant = key === 'Enter' ? (chosen.current ?? items[0]) : words === '' && itemOf(items, key)
    if (meant) pick(meant.key)
    else if (key === 'Enter') setEarly(isSearching ? key : undefined)
    else if (hasDigits && isSearching && words === '' && /^[1-9]$/.test(key)) setEarly(key)
    else return
    event.preventDefault()
    event.preventBaseUIHandler()
  }

  return (
    <PopoverPopup
      {...place}
      aria-label={label}
      className={isWide ? 'picker picker-wide' : 'picker'}
      initialFocus={field}
    >
      <Autocomplete.Root
        inline
        open
        autoHighlight="always"
        keepHighlight
        filter={null}
        items={groups}
        itemToStringValue={(item: PickerItem) => item.words}
        value={words}
        onValueChange={(next, { reason }) => {
          if (reason !== 'input-change') return
          chosen.current = undefined
          setEarly(undefined)
          onWords(next)
        }}
        onItemHighlighted={(item, { reason }) => (chosen.current = reason === 'none' ? undefined : item)}
      >
        <Autocomplete.Input
          ref={(element) => {
            field.current = element
            // Before the next key can come.
            element?.focus({ preventScroll: true })
          }}
          className="picker-field"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          // A few rows would be hidden behind the keyboard of a phone.
          inputMode={hasFew && matchMedia('(pointer: coarse)').matches ? 'none' : 'search'}
          onKeyDown={onKeyDown}
        />
        <Autocomplete.List aria-label={label} className="picker-list">
          {({ name, items: own }: PickerGroup) => (
            <Autocomplete.Group key={name} items={own} aria-label={name}>
              <Autocomplete.Collection>
                {(item: PickerItem) => (
                  <Row key={item.key} item={item} hasDigit={words === ''} onPick={() => pick(item.key)} />
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
      <p role="status" className="picker-status muted">
        {status}
      </p>
    </PopoverPopup>
  )
}

function Row({ item, hasDigit, onPick }: { item: PickerItem; hasDigit: boolean; onPick: () => void }) {
  const { icon, words, hint, isCurrent, isChosen, digit } = item
  return (
    <Option value={item} className="menu-item picker-item" onClick={onPick}>
      <span className="picker-icon">{icon}</span>
      <span className="picker-words" dir="auto">
        {words}
      </span>
      {(isCurrent || isChosen) && (
        <>
          <IconCheck size={16} aria-hidden className="picker-current" />
          <span className="visually-hidden">{isCurrent ? ', as it is now' : ', chosen'}</span>
        </>
      )}
      {hint !== undefined && <span className="muted picker-hint">{hint}</span>}
      {digit !== undefined && hasDigit && (
        <span className="picker-digit" aria-hidden>
          <Kbd>{digit}</Kbd>
        </span>
      )}
    </Option>
  )
}
