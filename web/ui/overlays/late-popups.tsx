import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import type * as Popups from './popups.tsx'

let atHand: typeof Popups | undefined

/** Loads what opens: menus, popovers and dialogs. */
export async function loadPopups() {
  return (atHand ??= await import('./popups.tsx'))
}

/*
 * What was pressed before the code is there opens once it is. The page around it gives the plain replacement for when
 * the code can't be had.
 */
export const LateMenu = lazyPart(
  async () => (await loadPopups()).MenuPopup,
  () => atHand?.MenuPopup,
)
export const LatePopover = lazyPart(
  async () => (await loadPopups()).PopoverPopup,
  () => atHand?.PopoverPopup,
)
export const LateModal = lazyPart(
  async () => (await loadPopups()).ModalPopup,
  () => atHand?.ModalPopup,
)
