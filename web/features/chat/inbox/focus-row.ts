/** Where the focus goes from a conversation: its row, or the first one. */
export function focusRow(conversationId: string): void {
  const row = document.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(conversationId)}"]`)
  ;(row ?? document.querySelector<HTMLElement>('[data-conversation], .inbox-list h1'))?.focus()
}
