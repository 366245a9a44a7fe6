import { useEffect, useEffectEvent, type RefObject } from 'react'

/** While `active`: pressing outside the area or Escape calls `onDismiss`. */
export function useDismissal(area: RefObject<HTMLElement | null>, active: boolean, onDismiss: () => void): void {
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    if (!active) return
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) dismiss()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') dismiss()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [active, area])
}
