import { loadPickers } from '#web/ui/overlays/late-picker.tsx'
import { toastError } from '#web/ui/notices/toast.ts'
import type * as InPlace from './in-place.ts'

let atHand: typeof InPlace | undefined

export async function loadInPlace(): Promise<typeof InPlace> {
  if (atHand) return atHand
  // What it opens is there with it, so that no key falls between the two.
  const [code] = await Promise.all([import('./in-place.ts'), loadPickers()])
  return (atHand ??= code)
}

/** Calls back with the code that changes facts: at once when it is loaded. */
export function inPlace(run: (code: typeof InPlace) => void): void {
  if (atHand) run(atHand)
  else loadInPlace().then(run, sayNotLoaded)
}

export function sayNotLoaded(): void {
  toastError('This could not be loaded', undefined, 'Nothing was changed. Check the connection and try again.')
}
