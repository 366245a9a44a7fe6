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

/** What the reader chose on this page, until a reading of the account begins that has it. */
const chosen = new Map<keyof Look, Partial<Look>>()
const kept = new WeakSet<Partial<Look>>()

/** Notes that the reader has chosen. @returns what to call once the account has it */
export function noteChosen(look: Partial<Look>): () => void {
  for (const name of Object.keys(look) as (keyof Look)[]) chosen.set(name, look)
  return () => kept.add(look)
}

/** Notes that somebody has chosen who is not logged in: what stands here is whose account comes next. */
export function noteStrangers(): void {
  owner.set(null)
}

/** Notes that the account is about to be read, with all that it has been given by now. */
export function beginReadingLook(): void {
  for (const [name, look] of chosen) if (kept.has(look)) chosen.delete(name)
}

/**
 * Takes over what is kept with an account. What it does not say stays as this browser has it, but for what somebody else
 * chose here; so does what was chosen since the account began to be read.
 */
export function setOwnLook(userId: string, { density, splitView, theme }: Look): void {
  const isOthers = ![undefined, userId].includes(owner.get())
  if (isOthers) chosen.clear()
  owner.set(userId)
  const take = (name: keyof Look, own: Remembered, value: string | null) => {
    if (!chosen.has(name) && (value !== null || isOthers)) own.set(value)
  }
  take('density', ownDensity, density)
  take('splitView', ownSplitView, splitView === null ? null : splitView ? 'on' : 'off')
  take('theme', ownTheme, theme === 'system' ? 'auto' : theme)
}
