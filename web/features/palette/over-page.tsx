import { Palette } from './palette.tsx'
import { show, type Shown } from './shown.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useVisits } from './use-visits.ts'

/** What may lie over the page, and the memory of what was visited: everything that is not part of the first screen. */
export function OverPage({ shown }: { shown: Shown }) {
  useVisits()
  if (shown === 'palette') return <Palette onClose={() => show(undefined)} onKeys={() => show('keys')} />
  return shown === 'keys' ? <ShortcutsDialog onClose={() => show(undefined)} /> : null
}
