import type { ReactNode } from 'react'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'

/** A block of code that scrolls inside its box, with a button that copies it. */
export function CodeBlock({ code, children }: { code: string; children: ReactNode }) {
  return (
    <div className="code-block">
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- whoever has no pointer scrolls it by its focus */}
      <pre tabIndex={0}>{children}</pre>
      <div className="code-copy not-printed">
        <CopyButton text={code} label="Copy the code" />
      </div>
    </div>
  )
}
