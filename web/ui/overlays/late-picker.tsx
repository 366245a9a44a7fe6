import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import type * as Pickers from './picker-popup.tsx'

let atHand: typeof Pickers | undefined

/** Loads what a picker opens. */
export async function loadPickers(): Promise<typeof Pickers> {
  return (atHand ??= await import('./picker-popup.tsx'))
}

/** Apart from what opens it, which may stand in files that screens need at once. */
export const LatePicker = lazyPart(
  async () => (await loadPickers()).PickerPopup,
  () => atHand?.PickerPopup,
)
