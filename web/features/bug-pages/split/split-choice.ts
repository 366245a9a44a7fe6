import { remembered } from '#web/lib/remembered.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'

const choice = remembered('mothlight-split-view')

export interface SplitChoice {
  /** The window has room for a list beside a bug. */
  readonly isOffered: boolean
  readonly isOn: boolean
  readonly setIsOn: (isOn: boolean) => void
}

/** Returns whether this browser was told to show lists beside their bugs. */
export function useSplitChoice(): SplitChoice {
  const isOffered = useMediaQuery('(min-width: 1100px)')
  return { isOffered, isOn: choice.use() === 'on', setIsOn: (isOn) => choice.set(isOn ? 'on' : 'off') }
}
