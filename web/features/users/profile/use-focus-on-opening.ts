import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the first field of something that has just been opened on request. */
export function useFocusOnOpening(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus(), [])
  return box
}
