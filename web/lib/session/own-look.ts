import type { Preferences } from '#shared/users/preferences.ts'
import { type Remembered, remembered } from '#web/lib/remembered.ts'

/** How screens look to the reader. */
export type Look = Pick<Preferences, 'density' | 'splitView' | 'theme'>

/**
 * It is kept with the account (`useKeepLook`), and here, where it holds at once, also for strangers and while the server is
 * away.
 */
export const ownDensity = remembered('mothlight-list-form')
/** `on` or `off`. */
export const ownSplitView = remembered('mothlight-split-view')
/** `light`, `dark` or `auto`; `public/early.js` reads it before the first paint. */
export const ownTheme = remembered('mothlight-color-scheme')

/** The id of the account whose look it is; none where only strangers have chosen. */
const owner = remembered('mothlight-look-of')

/** What the reader chose on this page, by when; Infinity until the account has it. */
const chosen = new Map<keyof Look, number>()
let moment = 0

/** Returns a moment, for `setOwnLook`. */
export const lookMoment = (): number => moment

/** Notes that the reader has chosen. @returns what to call once the account has it */
export function noteChosen(look: Partial<Look>): () => void {
  const names = Object.keys(look) as (keyof Look)[]
  for (const name of names) chosen.set(name, Infinity)
  return () => {
    moment += 1
    for (const name of names) chosen.set(name, moment)
  }
}

/**
 * Takes over what is kept with an account. What it does not say stays as this browser has it, but for what somebody else
 * chose here.
 * @param since the moment from which the account was read: what was chosen after it stays
 */
export function setOwnLook(userId: string, { density, splitView, theme }: Look, since: number): void {
  const isOthers = ![undefined, userId].includes(owner.get())
  if (owner.get() !== userId) owner.set(userId)
  const take = (name: keyof Look, kept: Remembered, value: string | null) => {
    if ((chosen.get(name) ?? 0) > since) return
    if (value === null) return isOthers ? kept.forget() : undefined
    if (value !== kept.get()) kept.set(value)
  }
  take('density', ownDensity, density)
  take('splitView', ownSplitView, splitView === null ? null : splitView ? 'on' : 'off')
  take('theme', ownTheme, theme === 'system' ? 'auto' : theme)
}
