import { Keys } from '#web/ui/controls/kbd.tsx'

/** Shows what the keys do here, and the link to all others. */
export function PaletteFooter({ onKeys }: { onKeys: () => void }) {
  return (
    <footer className="palette-footer">
      <span className="palette-hint" aria-hidden>
        <Keys keys="ArrowUp" />
        <Keys keys="ArrowDown" /> choose
      </span>
      <span className="palette-hint" aria-hidden>
        <Keys keys="Enter" /> go
      </span>
      <span className="palette-hint" aria-hidden>
        <Keys keys="Mod+Enter" /> in a new tab
      </span>
      <button type="button" className="palette-all-keys" onClick={onKeys}>
        Keyboard shortcuts
      </button>
    </footer>
  )
}
