import { useEffect, useEffectEvent } from 'react'
import type { Viewer } from '#shared/live/socket-events.ts'
import type { Look, Onlooker } from './live.ts'
import type { Invalidation } from './invalidation.ts'

/** Watches what the page shows while it is mounted, and calls back when it has changed. */
export function useWatching({
  look: { bugId, isEditing, isList },
  readAgain,
  onViewers,
}: Pick<Onlooker, 'look' | 'readAgain'> & Partial<Onlooker>): void {
  const read = useEffectEvent((invalidation: Invalidation) => readAgain(invalidation))
  const seen = useEffectEvent((viewers: readonly Viewer[]) => onViewers?.(viewers))
  useEffect(() => {
    let isOver = false
    let end = () => {}
    const look: Look = {
      ...(bugId !== undefined && { bugId }),
      ...(isEditing && { isEditing }),
      ...(isList && { isList }),
    }
    const onlooker: Onlooker = {
      look,
      readAgain: async (invalidation) => (isOver ? undefined : read(invalidation)),
      onViewers: (viewers) => void (isOver || seen(viewers)),
    }
    // Without a network for loading it, the page stays as it is.
    import('./the-live.ts').then(
      ({ theLive }) => {
        if (!isOver) end = theLive.watch(onlooker)
      },
      () => undefined,
    )
    return () => {
      isOver = true
      end()
    }
  }, [bugId, isEditing, isList])
}
