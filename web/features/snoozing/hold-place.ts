/** Frames after which a row that is still there counts as staying. */
const patience = 60

/** Gives the focus to the next row, or to the one before, once a bug's row has left the list and taken the focus along. */
export function holdPlace(bugId: string): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-bug]')]
  const index = rows.findIndex(({ dataset }) => dataset['bug'] === bugId)
  const row = rows[index]
  if (!row) return
  const next = (rows[index + 1] ?? rows[index - 1])?.dataset['bug']
  const look = (frames: number) => {
    if (row.isConnected) {
      if (frames > 0) requestAnimationFrame(() => look(frames - 1))
    } else if (document.activeElement === document.body) place(next)?.focus()
  }
  look(patience)
}

function place(bugId: string | undefined): HTMLElement | null {
  const row = bugId && document.querySelector<HTMLElement>(`[data-bug="${CSS.escape(bugId)}"] .bug-card-link`)
  return row || document.querySelector<HTMLElement>('main h1[tabindex], main')
}
