import type { ReactNode } from 'react'

/** Shows a text as typed, with a note that says so. */
export function PlainNote({ children }: { children: ReactNode }) {
  return (
    <>
      <p className="plain-note">Shown as plain text, because formatting it would take too long.</p>
      {children}
    </>
  )
}
