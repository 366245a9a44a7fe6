/** The styles that decide where text breaks. */
const copied = [
  ...['boxSizing', 'fontFamily', 'fontSize', 'fontWeight', 'fontStyle', 'letterSpacing', 'lineHeight', 'tabSize'],
  ...['paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft', 'borderTopWidth', 'borderRightWidth'],
  ...['borderBottomWidth', 'borderLeftWidth', 'textTransform', 'wordSpacing', 'fontFeatureSettings'],
  ...['fontKerning', 'fontVariantLigatures'],
] as const

/**
 * Returns where a character of a field is in the window. Browsers don't tell it, so the text before it is laid out again,
 * invisibly, with the field's own styles.
 */
export function caretRect(field: HTMLTextAreaElement, index: number): DOMRect {
  const copy = field.ownerDocument.createElement('div')
  const style = getComputedStyle(field)
  for (const name of copied) copy.style[name as 'fontSize'] = style[name as 'fontSize']
  Object.assign(copy.style, {
    position: 'absolute',
    visibility: 'hidden',
    insetBlockStart: '0',
    insetInlineStart: '-9999px',
    // Without the scroll bar, which takes part of the field's width.
    width: `${field.clientWidth + parseFloat(style.borderLeftWidth) + parseFloat(style.borderRightWidth)}px`,
    borderStyle: 'solid',
    overflowWrap: 'break-word',
    whiteSpace: 'pre-wrap',
  })
  copy.textContent = field.value.slice(0, index)
  const mark = field.ownerDocument.createElement('span')
  mark.textContent = field.value.slice(index, index + 1) || '.'
  copy.append(mark)
  field.ownerDocument.body.append(copy)
  const { left, top } = field.getBoundingClientRect()
  const rect = new DOMRect(left + mark.offsetLeft, top + mark.offsetTop - field.scrollTop, 0, mark.offsetHeight)
  copy.remove()
  return rect
}
