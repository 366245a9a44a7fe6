import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Calls back when something outside of the area is pressed, while `isActive`. */
export function usePressOutside(area: RefObject<HTMLElement | null>, isActive: boolean, onPress: () => void): void {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    if (!isActive) return
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !area.current?.contains(target)) press()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [area, isActive])
}
