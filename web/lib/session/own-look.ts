import type { Preferences } from '#shared/users/preferences.ts'
import { remembered } from '#web/lib/remembered.ts'

/**
 * How screens look to the reader. It is kept with the account (`usePreferences`), and here, where it holds at once, also
 * for strangers and while the server is away.
 */
export const ownDensity = remembered('mothlight-list-form')
/** `on` or `off`. */
export const ownSplitView = remembered('mothlight-split-view')
/** `light`, `dark` or `auto`; `public/early.js` reads it before the first paint. */
export const ownTheme = remembered('mothlight-color-scheme')

/** Takes over what is kept with the account. What it does not say stays as this browser has it. */
export function setOwnLook({ density, splitView, theme }: Preferences): void {
  if (density !== null) keep(ownDensity, density)
  if (splitView !== null) keep(ownSplitView, splitView ? 'on' : 'off')
  if (theme !== null) keep(ownTheme, theme === 'system' ? 'auto' : theme)
}

function keep(choice: typeof ownTheme, value: string): void {
  if (value !== choice.get()) choice.set(value)
}
