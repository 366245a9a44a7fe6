import { ownSplitView } from '#web/lib/session/own-look.ts'
import { useKeepLook } from '#web/lib/session/use-preferences.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'

export interface SplitChoice {
  /** The window has room for a list beside a bug, and fingers are not what points there. */
  readonly isOffered: boolean
  readonly isOn: boolean
  readonly setIsOn: (isOn: boolean) => void
}

/** Returns whether the reader chose to have lists beside their bugs. */
export function useSplitChoice(): SplitChoice {
  const isOffered = useMediaQuery('(min-width: 1000px) and (not (pointer: coarse))')
  const keep = useKeepLook()

  function setIsOn(isOn: boolean) {
    ownSplitView.set(isOn ? 'on' : 'off')
    keep({ splitView: isOn })
  }

  return { isOffered, isOn: ownSplitView.use() === 'on', setIsOn }
}
