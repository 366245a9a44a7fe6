import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Keeps a CSS variable of an element true to how far below the page's beginning it begins. */
export function useTopEdge(variable: `--${string}`): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const measure = () => {
      const element = place.current
      if (element) element.style.setProperty(variable, `${element.getBoundingClientRect().top + window.scrollY}px`)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [variable])
  return place
}
