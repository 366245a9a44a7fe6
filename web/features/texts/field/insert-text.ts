/**
 * Puts text in the place of a part of a field, as if it had been typed, so that the field can undo it. The caret then
 * stands behind it.
 */
export function insertText(field: HTMLTextAreaElement, text: string, start: number, end: number): void {
  const hasFocus = field.ownerDocument.activeElement === field
  if (hasFocus) {
    field.setSelectionRange(start, end)
    // The only way that keeps the field's history; it tells React by itself.
    if (field.ownerDocument.execCommand?.('insertText', false, text)) return
  }
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
