import { useLayoutEffect } from 'react'

/**
 * Marks the page's root (`data-coming`) while content is loading that will move what follows it. The style sheets hide
 * that part until then, or until it takes too long.
 */
export function useComing(isComing: boolean): void {
  useLayoutEffect(() => {
    if (!isComing) return
    const { dataset } = document.documentElement
    dataset['coming'] = ''
    return () => void delete dataset['coming']
  }, [isComing])
}
