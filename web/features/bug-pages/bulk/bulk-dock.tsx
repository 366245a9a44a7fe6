import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isEmpty } from '../select/selection.ts'
import { BulkBar, type BulkBarProps } from './bulk-bar.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import './bulk-dock.css'

/** What stays at the bottom of the list: how bulk changes go on, and what changes the selected bugs. */
export function BulkDock(props: BulkBarProps) {
  const place = useRef<HTMLDivElement>(null)
  const dock = useRef<HTMLDivElement>(null)
  useBottomBar(place, dock)
  return (
    <div ref={place} className="bulk-dock-place not-printed">
      <div ref={dock} className="bulk-dock">
        <BulkProgress />
        {!isEmpty(props.selection) && <BulkBar {...props} />}
      </div>
    </div>
  )
}

/** Pixels between it and the edge of the window. */
const beside = 12

/**
 * Makes the dock as wide as its place in the list, and tells the page how high it is: for the chat's button, toasts, and
 * where a focused row stops. It would be `sticky` if a browser that gives the focus to such a thing did not scroll to the
 * end of the list.
 */
function useBottomBar(place: RefObject<HTMLElement | null>, dock: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [around, bar] = [place.current, dock.current]
    if (!around || !bar) return
    const { style } = document.documentElement
    const arrange = () => {
      const { left, width } = around.getBoundingClientRect()
      bar.style.left = `${left}px`
      bar.style.width = `${width}px`
      const height = bar.childElementCount === 0 ? 0 : bar.offsetHeight + beside
      const isBeside = around.closest('[data-split]') !== null
      around.style.height = isBeside ? `${height}px` : ''
      // Below all else, the footer too.
      document.body.style.paddingBottom = isBeside || height === 0 ? '' : `${height}px`
      style.scrollPaddingBottom = height === 0 ? '' : `${height + 8}px`
      // All elements inherit it, and are looked at anew: after what is changed has been painted.
      cancelAnimationFrame(next)
      next = requestAnimationFrame(() => {
        // Below a list beside a bug it is not where the others are.
        const isInWay = height > 0 && !isBeside
        if (isInWay) style.setProperty('--bottom-bar-height', `${height}px`)
        else style.removeProperty('--bottom-bar-height')
      })
    }
    let next = 0
    const observer = new ResizeObserver(arrange)
    for (const element of [around, bar]) observer.observe(element)
    window.addEventListener('resize', arrange)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', arrange)
      cancelAnimationFrame(next)
      document.body.style.paddingBottom = ''
      style.scrollPaddingBottom = ''
      style.removeProperty('--bottom-bar-height')
    }
  }, [place, dock])
}
