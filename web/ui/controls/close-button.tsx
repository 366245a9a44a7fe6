import { IconX } from '@tabler/icons-react'
import { IconButton } from './icon-button.tsx'

/** Shows the cross that closes something; `label` says what. */
export function CloseButton({ label, size, onClick }: { label: string; size: 24 | 32; onClick: () => void }) {
  return (
    <IconButton size={size} className="close-button" aria-label={label} onClick={onClick}>
      <IconX size={size === 24 ? 16 : 18} aria-hidden />
    </IconButton>
  )
}
