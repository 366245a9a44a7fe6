import { IconEyeOff } from '@tabler/icons-react'

/** Says that a message is a note, which its visitor never sees. */
export function NoteMark() {
  return (
    <span className="line-note-mark">
      <IconEyeOff size={14} aria-hidden />
      Note
    </span>
  )
}
