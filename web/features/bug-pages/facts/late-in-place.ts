import type { QueryClient } from '@tanstack/react-query'
import { loadPickers } from '#web/ui/overlays/late-picker.tsx'
import { type ToastAction, toastError } from '#web/ui/notices/toast.ts'
import type * as InPlace from './in-place.ts'
import type { OwnChange } from './own-changes.ts'

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

/** Returns what a toast offers beside an own change that was made. */
export function undoButton(client: QueryClient, own: OwnChange): ToastAction {
  return { label: 'Undo', onClick: () => inPlace(({ undoOwn }) => undoOwn(client, own)) }
}

export function sayNotLoaded(): void {
  toastError('This could not be loaded', undefined, 'Nothing was changed. Check the connection and try again.')
}
