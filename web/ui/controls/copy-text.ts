/** Puts a text into the clipboard. Browsers offer it to https and localhost only; a tracker on plain http still has to copy. */
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
