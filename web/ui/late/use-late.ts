import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'

/**
 * Loads a component that is not part of the first screen, once the browser is idle after painting or as soon as it is
 * wanted. Undefined until it is loaded.
 * @param load a dynamic import
 * @param when `now` it is wanted, `idle` it may be soon, `never` it can't be
 * @param onFailure called when it is wanted and can't be loaded, for want of a network; it is no longer wanted then,
 * and may be again
 */
export function useLate<Props>(
  load: () => Promise<ComponentType<Props>>,
  when: 'now' | 'idle' | 'never',
  onFailure: () => void,
): ComponentType<Props> | undefined {
  const [Late, setLate] = useState<ComponentType<Props>>()
  const isMissing = Late === undefined
  const fetchIt = useEffectEvent(() => {
    load().then(
      (component) => setLate(() => component),
      () => when === 'now' && onFailure(),
    )
  })
  useEffect(() => {
    if (!isMissing || when === 'never') return
    if (when === 'now') return fetchIt()
    return whenIdle(fetchIt)
  }, [isMissing, when])
  return Late
}

/** Calls back once the browser has nothing else to do, within two seconds. The answer takes it back. */
export function whenIdle(callback: () => void): () => void {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 500)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(callback, { timeout: 2_000 })
  return () => cancelIdleCallback(idle)
}
