/**
 * Replaces a part of a field's text as if it had been typed, so that the field can undo it, and puts the caret behind
 * it.
 */
export function insertText(field: HTMLTextAreaElement, text: string, start: number, end: number): void {
  const hasFocus = field.ownerDocument.activeElement === field
  if (hasFocus) {
    field.setSelectionRange(start, end)
    // The only way that keeps the field's history; it notifies React by itself.
    if (field.ownerDocument.execCommand?.('insertText', false, text)) return
  }
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
