import type { PickerItem } from './popup-props.ts'

/** Returns the item that a digit chooses. */
export function itemOf<I extends PickerItem>(items: readonly I[], key: string | undefined): I | undefined {
  return key === undefined ? undefined : items.find(({ digit }) => digit === key)
}

/** Returns the digit that was typed ahead, alone: in a list whose items show digits it is one of them, and no word. */
export function digitIn({ words }: { readonly words: string }): string | undefined {
  return /^[1-9]$/.test(words) ? words : undefined
}
