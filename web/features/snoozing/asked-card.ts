let listener: ((bugId: string) => void) | undefined

/** Asks until when the bug of a card is to be snoozed. The list that shows the cards does it. */
export function askOnCard(bugId: string): void {
  listener?.(bugId)
}

/** Handles `askOnCard` from now on; the returned function ends that. */
export function onAskedCard(next: (bugId: string) => void): () => void {
  listener = next
  return () => {
    if (listener === next) listener = undefined
  }
}
