import type { ReactNode } from 'react'

/** A text that stays as it was typed, and that this is so. */
export function PlainNote({ children }: { children: ReactNode }) {
  return (
    <>
      <p className="plain-note">Shown as plain text, because formatting it would take too long.</p>
      {children}
    </>
  )
}
