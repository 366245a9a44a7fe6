/**
 * The position of a line of text in a field, in pixels from the field's top left corner at the present scroll position.
 */
export interface CaretPlace {
  readonly left: number
  readonly top: number
  readonly height: number
}

/** The styles that decide where text breaks. */
const copied = [
  ...['boxSizing', 'fontFamily', 'fontSize', 'fontWeight', 'fontStyle', 'letterSpacing', 'lineHeight', 'tabSize'],
  ...['paddingTop', 'paddingRight', 'paddingBottom', 'paddingLeft', 'borderTopWidth', 'borderRightWidth'],
  ...['borderBottomWidth', 'borderLeftWidth', 'textTransform', 'wordSpacing', 'fontFeatureSettings'],
  ...['fontKerning', 'fontVariantLigatures'],
] as const

/**
 * Returns the position of a character in a field. Browsers don't tell it, so the text before it is laid out again,
 * invisibly, with the field's own styles.
 */
export function caretPlace(field: HTMLTextAreaElement, index: number): CaretPlace {
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
  const place = { left: mark.offsetLeft, top: mark.offsetTop - field.scrollTop, height: mark.offsetHeight }
  copy.remove()
  return place
}
