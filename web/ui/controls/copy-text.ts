/** Copies a text to the clipboard, also on plain http, where browsers don't offer their API. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const carrier = document.createElement('textarea')
  carrier.value = text
  carrier.className = 'visually-hidden'
  document.body.append(carrier)
  carrier.select()
  document.execCommand('copy')
  carrier.remove()
}
