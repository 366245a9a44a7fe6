import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { maxKeywordsLength } from '#shared/http/page.ts'
import { isMac } from '#web/lib/keys/key-chord.ts'
import { PaletteFooter } from './palette-footer.tsx'
import type { PaletteItem } from './palette-item.ts'
import { PaletteRows } from './palette-rows.tsx'
import type { TypedAhead } from './use-typed-ahead.ts'
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
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [words, setWords] = useState(typed.words)
  const [chosen, setChosen] = useState<string>()
  const [isEager, setIsEager] = useState(typed.isSent)
  const { groups, problem, isSearching, mayBeNamed } = usePaletteGroups(words)
  const items = groups.flatMap((group) => group.items)
  const current = Math.max(
    items.findIndex(({ key }) => key === chosen),
    0,
  )

  // A layout effect, because its cleanup runs while the dialog is still in the page: only then does closing restore the
  // focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

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

  function type(next: string) {
    setWords(next)
    setChosen(undefined)
    setIsEager(false)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || event.altKey) return
    const isMod = isMac ? event.metaKey : event.ctrlKey
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step !== undefined) setChosen(items[placeAfter(current, step, items.length)]?.key)
    else if (isMod && event.key.toLowerCase() === 'k') onClose()
    else if (event.key !== 'Enter') return
    else if (mayBeNamed && chosen === undefined) setIsEager(true)
    else run(items[current], event.ctrlKey || event.metaKey)
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className="palette not-printed"
      aria-label="Command palette"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return
        // A press beside the palette closes it; by default it would also take the focus from where closing restores it.
        event.preventDefault()
        onClose()
      }}
    >
      <div className="palette-box">
        <div className="palette-field">
          <IconSearch size={18} aria-hidden />
          <input
            type="text"
            role="combobox"
            aria-label="Search for an action, a place or a bug"
            aria-autocomplete="list"
            aria-expanded={items.length > 0}
            aria-controls={`${id}-rows`}
            aria-activedescendant={items.length > 0 ? `${id}-${current}` : undefined}
            placeholder="Action, place, bug id or words"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={maxKeywordsLength}
            value={words}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <button type="button" className="palette-close" onClick={onClose}>
            Close
          </button>
        </div>
        <PaletteRows id={id} groups={groups} current={current} isOld={isSearching} onPoint={setChosen} onRun={run} />
        {problem !== undefined && <p className="palette-problem">{problem}</p>}
        {items.length === 0 && problem === undefined && (
          <p className="palette-problem">{isSearching ? 'Searching …' : 'Nothing here has this name.'}</p>
        )}
        <PaletteFooter onKeys={onKeys} />
        <p role="status" className="visually-hidden">
          {words.trim() !== '' && !isSearching && (problem ?? countWords(items.length))}
        </p>
      </div>
    </dialog>
  )
}

/** Returns the next index: steps of one wrap around, longer ones stop at the ends. */
function placeAfter(current: number, step: number, count: number): number {
  if (Math.abs(step) === 1) return (current + step + count) % Math.max(count, 1)
  return Math.min(Math.max(current + step, 0), count - 1)
}

function countWords(count: number): string {
  return count === 1 ? '1 result' : `${count} results`
}
