import type { PickerItem } from './popup-props.ts'

/** Returns the item that a digit chooses. */
export function itemOf<I extends PickerItem>(items: readonly I[], key: string | undefined): I | undefined {
  return key === undefined ? undefined : items.find(({ digit }) => digit === key)
}
