/** Moves the focus to the box for a new comment, where the page has one. */
export function writeComment(): void {
  const box = document.getElementById('new-comment')
  // While its preview is shown, there is no field.
  const place = box?.querySelector<HTMLElement>('textarea') ?? box?.querySelector<HTMLElement>('button')
  place?.focus()
}
