import { Dialog } from '@base-ui/react/dialog'
import { Menu } from '@base-ui/react/menu'
import { Popover } from '@base-ui/react/popover'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Anchor, MenuEntry, MenuProps, ModalProps, PopoverProps } from './popup-props.ts'

/*
 * Everything that opens, made of the library. It loads when the browser is idle: first screens import none of it. So
 * it does without the library's own triggers, because the buttons are there before.
 */

/** Shows a menu beside its button, with the focus on the first entry. */
export function MenuPopup({ id, label, anchor, entries, className = '', onClose, ...place }: MenuProps) {
  const [home] = useState(() => homeOf(anchor))
  const [popup, setPopup] = useFocusBack(() => anchor.current)
  // At once, because keys may follow faster than frames; in an effect, because the library knows its items only then.
  useEffect(() => popup?.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true }), [popup])
  useClosedElsewhere(popup, anchor, onClose)

  function run({ onRun }: MenuEntry) {
    // The focus is on the button again before anything else that the entry opens.
    flushSync(onClose)
    onRun?.()
  }
  return (
    <Menu.Root open modal={false} onOpenChange={closing(anchor, onClose)}>
      <Menu.Portal container={home}>
        <Menu.Positioner className="popup-place" {...placed(anchor)} align="end" {...place}>
          <Menu.Popup
            ref={setPopup}
            id={id}
            aria-label={label}
            className={`popup menu ${className}`}
            finalFocus={false}
            // From the button, where the focus is then, Tab goes on.
            onKeyDown={({ key }) => key === 'Tab' && flushSync(onClose)}
          >
            {entries.map((entry) =>
              entry.to === undefined ? (
                <Menu.Item key={entry.key} className="menu-item" closeOnClick={false} onClick={() => run(entry)}>
                  {entry.icon}
                  {entry.words}
                </Menu.Item>
              ) : (
                <Menu.LinkItem key={entry.key} className="menu-item" closeOnClick render={<Link to={entry.to} />}>
                  {entry.icon}
                  {entry.words}
                </Menu.LinkItem>
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Shows more than a menu beside its button, or beside a place in a text. */
export function PopoverPopup({
  anchor,
  returnTo,
  initialFocus,
  onClose,
  side,
  align = 'start',
  className = '',
  ...rest
}: PopoverProps) {
  const [home] = useState(() => homeOf(anchor))
  const [, setPopup] = useFocusBack(() => returnTo ?? (anchor.current instanceof HTMLElement ? anchor.current : null))
  return (
    <Popover.Root open onOpenChange={closing(anchor, onClose)}>
      <Popover.Portal container={home}>
        <Popover.Positioner className="popup-place" {...placed(anchor)} side={side} align={align}>
          <Popover.Popup
            {...rest}
            ref={setPopup}
            className={`popup ${className}`}
            initialFocus={initialFocus}
            finalFocus={false}
            onKeyDown={(event) => goOn(event, onClose)}
          />
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Shows a task or a question above the page, which waits meanwhile. */
export function ModalPopup({ className, initialFocus, closesOutside = false, onClose, ...rest }: ModalProps) {
  const [before] = useState(() => document.activeElement)
  // The library keeps the Tab key inside, and nothing else: a page behind may give the focus to what it shows next.
  useLayoutEffect(() => {
    countModals(1)
    return () => countModals(-1)
  }, [])
  const [, setPopup] = useFocusBack(() => (before instanceof HTMLElement ? before : null))
  return (
    <Dialog.Root open disablePointerDismissal={!closesOutside} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="modal-backdrop" />
        <Dialog.Popup
          {...rest}
          ref={setPopup}
          aria-modal
          className={`modal ${className}`}
          initialFocus={initialFocus}
          finalFocus={false}
        />
      </Dialog.Portal>
    </Dialog.Root>
  )
}

let modals = 0

/** The page waits while there are any: they come and go in any order, and several at once. */
function countModals(more: 1 | -1): void {
  modals += more
  document.getElementById('root')?.toggleAttribute('inert', modals > 0)
}

/** Distance to the edges of the window: at the sides that of the page's content on a phone. */
const edge = { top: 8, right: 16, bottom: 8, left: 16 }

const placed = (anchor: Anchor) => ({
  anchor: () => anchor.current,
  positionMethod: 'fixed' as const,
  sideOffset: 4,
  collisionPadding: edge,
})

/** Lets the Tab key go on from the button at the ends of a popover, which is elsewhere in the document. */
function goOn(event: KeyboardEvent, onClose: () => void): void {
  const { key, shiftKey, currentTarget } = event
  if (key !== 'Tab') return
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')]
  const end = stops.filter(({ tabIndex }) => tabIndex >= 0).at(shiftKey ? 0 : -1)
  if (end && end !== document.activeElement) return
  flushSync(onClose)
  // Backwards the button itself is next.
  if (shiftKey) event.preventDefault()
}

/** Returns the landmark or dialog of a button, so that the popup belongs to it too. */
function homeOf({ current: anchor }: Anchor): HTMLElement | undefined {
  const element = anchor instanceof Element ? anchor : anchor?.contextElement
  return element?.closest<HTMLElement>('main, aside, dialog, [role="dialog"], [role="alertdialog"]') ?? undefined
}

interface OpenChange {
  readonly reason: string
  readonly event: Event
}

/** Closes for any reason but a press of the button, which closes it by itself. */
function closing(anchor: Anchor, onClose: () => void) {
  return (isOpen: boolean, { reason, event }: OpenChange) => {
    const target = reason === 'focus-out' ? (event as FocusEvent).relatedTarget : event.target
    const isOutside = reason === 'focus-out' || reason === 'outside-press'
    const isButton = anchor.current instanceof Element && target instanceof Node && anchor.current.contains(target)
    if (!isOpen && !(isOutside && isButton)) onClose()
  }
}

/**
 * Closes a popup once the focus is elsewhere, which it would cover. The library does so only where the focus goes there
 * from the popup, and not where it was lost before.
 */
function useClosedElsewhere(popup: HTMLElement | null, anchor: Anchor, onClose: () => void): void {
  const isOwn = useEffectEvent((place: Node) => {
    const { current: button } = anchor
    return popup?.contains(place) === true || (button instanceof Element && button.contains(place))
  })
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!popup) return
    const onFocusIn = ({ target }: FocusEvent) => target instanceof Node && !isOwn(target) && close()
    document.addEventListener('focusin', onFocusIn)
    return () => document.removeEventListener('focusin', onFocusIn)
  }, [popup])
}

/**
 * Gives the focus back when the popup goes, unless somebody has put it elsewhere. The library does so a moment later, and
 * would take it from whatever the choice has opened.
 */
function useFocusBack(target: () => HTMLElement | null) {
  const [popup, setPopup] = useState<HTMLElement | null>(null)
  const targetNow = useEffectEvent(target)
  useLayoutEffect(() => {
    if (!popup) return
    const back = targetNow()
    return () => {
      const { activeElement } = document
      if (activeElement !== document.body && !popup.contains(activeElement)) return
      if (back?.isConnected !== false) return back?.focus({ preventScroll: true })
      // What had the focus has gone meanwhile: where nobody else takes it, the page's heading does.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
      })
    }
  }, [popup])
  return [popup, setPopup] as const
}
