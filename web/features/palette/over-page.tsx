import { Palette } from './palette.tsx'
import { show, type Shown } from './shown.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import type { TypedAhead } from '#web/ui/late/use-typed-ahead.ts'
import { useVisits } from './use-visits.ts'

/** Renders what opens above the page, and records visited bugs: everything that is not part of the first screen. */
export function OverPage({ shown, typed }: { shown: Shown; typed: TypedAhead }) {
  useVisits()
  if (shown === 'palette') return <Palette typed={typed} onClose={() => show(undefined)} onKeys={() => show('keys')} />
  return shown === 'keys' ? <ShortcutsDialog onClose={() => show(undefined)} /> : null
}
