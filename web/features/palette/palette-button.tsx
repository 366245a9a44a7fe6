import { IconSearch } from '@tabler/icons-react'
import { Keys } from '#web/ui/controls/kbd.tsx'
import { show } from './shown.ts'
import './palette-button.css'

/**
 * Shows the button that opens the command palette; a narrow one where there is little room, a row in the menu of
 * phones.
 */
export function PaletteButton({
  isRow = false,
  onPress,
}: {
  isRow?: boolean
  /** Called before. */
  onPress?: () => void
}) {
  return (
    <button
      type="button"
      className={isRow ? 'navigation-link palette-link' : 'palette-button'}
      title="Command palette"
      aria-haspopup="dialog"
      onClick={() => {
        onPress?.()
        show('palette')
      }}
    >
      <IconSearch size={16} aria-hidden />
      <span className="palette-button-words">Jump to…</span>
      {!isRow && (
        <span className="palette-button-keys" aria-hidden>
          <Keys keys="Mod+K" />
        </span>
      )}
    </button>
  )
}
