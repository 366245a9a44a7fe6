import { useLayoutEffect } from 'react'

/**
 * Says on the page's root (`data-coming`) that something is still on its way which will push away what follows it. The
 * style sheets leave that unseen until then, or until it takes too long.
 */
export function useComing(isComing: boolean): void {
  useLayoutEffect(() => {
    if (!isComing) return
    const { dataset } = document.documentElement
    dataset['coming'] = ''
    return () => void delete dataset['coming']
  }, [isComing])
}
