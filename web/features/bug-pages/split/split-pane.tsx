import { IconLayoutSidebar } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './split-view.css'

/** Shows a bug's page beside its list, or what to do while none is chosen. It scrolls by itself. */
export function SplitPane({ bugId, children }: { bugId: string | undefined; children: ReactNode }) {
  if (bugId === undefined) {
    return (
      <div className="split-nothing">
        <IconLayoutSidebar size={28} stroke={1.5} aria-hidden />
        <p>Choose a bug to read it here.</p>
      </div>
    )
  }
  // Another bug is read from its beginning.
  return (
    <article key={bugId} className="split-bug" data-scrolls>
      {children}
    </article>
  )
}
