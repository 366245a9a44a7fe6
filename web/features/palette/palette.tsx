import { Autocomplete } from '@base-ui/react/autocomplete'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { maxKeywordsLength } from '#shared/http/page.ts'
import { isMac } from '#web/lib/keys/key-chord.ts'
import { ModalPopup } from '#web/ui/overlays/popups.tsx'
import { PaletteFooter } from './palette-footer.tsx'
import type { PaletteItem } from './palette-item.ts'
import { PaletteRows } from './palette-rows.tsx'
import type { TypedAhead } from '#web/ui/late/use-typed-ahead.ts'
import { usePaletteGroups } from './use-palette-groups.ts'
import './palette.css'

interface Props {
  readonly typed: TypedAhead
  readonly onClose: () => void
  readonly onKeys: () => void
}

/**
 * Shows one field for everything: the page's actions, navigation, bugs by id and by words. It appears at once; nothing
 * is sent to the server before something is typed.
 * @param props.typed the initial text
 */
export function Palette({ typed, onClose, onKeys }: Props) {
  const [words, setWords] = useState(typed.words)
  const [isEager, setIsEager] = useState(typed.isSent)
  const { groups, problem, isSearching, mayBeNamed } = usePaletteGroups(words)
  const items = groups.flatMap((group) => group.items)
  const chosen = useRef<{ item: PaletteItem | undefined; isOnPurpose: boolean }>(undefined)

  function run(item: PaletteItem | undefined, inNewTab: boolean) {
    if (!item) return
    // The focus is restored before the action, which may move it.
    flushSync(onClose)
    if (inNewTab && item.href !== undefined) window.open(item.href, '_blank', 'noopener')
    else item.run()
  }

  // Enter after a bug's id means that bug, even before the answer.
  const isAnswered = isEager && !mayBeNamed
  const runFirst = useEffectEvent(() => {
    setIsEager(false)
    run(items[0], false)
  })
  useEffect(() => {
    if (!isAnswered) return
    const timer = setTimeout(runFirst)
    return () => clearTimeout(timer)
  }, [isAnswered])

  function onKeyDown(event: KeyboardEvent & { preventBaseUIHandler: () => void }) {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || event.altKey) return
    const isMod = isMac ? event.metaKey : event.ctrlKey
    if (isMod && event.key.toLowerCase() === 'k') onClose()
    else if (event.key !== 'Enter') return
    else if (mayBeNamed && chosen.current?.isOnPurpose !== true) setIsEager(true)
    else run(chosen.current?.item ?? items[0], event.ctrlKey || event.metaKey)
    event.preventDefault()
    event.preventBaseUIHandler()
  }

  return (
    <ModalPopup aria-label="Command palette" className="palette not-printed" closesOutside onClose={onClose}>
      <Autocomplete.Root
        inline
        open
        autoHighlight="always"
        keepHighlight
        filter={null}
        items={groups}
        itemToStringValue={({ label }: PaletteItem) => label}
        value={words}
        onValueChange={(next, { reason }) => {
          if (reason !== 'input-change') return
          setWords(next)
          setIsEager(false)
        }}
        onItemHighlighted={(item, { reason }) => (chosen.current = { item, isOnPurpose: reason !== 'none' })}
      >
        <div className="palette-field">
          <IconSearch size={18} aria-hidden />
          <Autocomplete.Input
            ref={takeFocus}
            aria-label="Search for an action, a place or a bug"
            placeholder="Action, place, bug id or words"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={maxKeywordsLength}
            onKeyDown={onKeyDown}
          />
          <button type="button" className="palette-close" onClick={onClose}>
            Close
          </button>
        </div>
        <PaletteRows isEmpty={items.length === 0} isOld={isSearching} onRun={run} />
      </Autocomplete.Root>
      {problem !== undefined && <p className="palette-problem">{problem}</p>}
      {items.length === 0 && problem === undefined && (
        <p className="palette-problem">{isSearching ? 'Searching …' : 'Nothing here has this name.'}</p>
      )}
      <PaletteFooter onKeys={onKeys} />
      <p role="status" className="visually-hidden">
        {words.trim() !== '' && !isSearching && (problem ?? countWords(items.length))}
      </p>
    </ModalPopup>
  )
}

/** Takes the focus before the next key can come. */
function takeFocus(field: HTMLInputElement | null): void {
  field?.focus()
}

function countWords(count: number): string {
  return count === 1 ? '1 result' : `${count} results`
}
