import { IconPencil } from '@tabler/icons-react'
import type { Viewer } from '#shared/live/socket-events.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { viewersWords } from './viewers-words.ts'
import './viewers.css'

const mostAvatars = 5

/**
 * Shows the other viewers of this bug. It is rendered without any too, so that screen readers announce the first one.
 */
export function Viewers({ viewers }: { viewers: readonly Viewer[] }) {
  // Editors come first, because they matter most to the others.
  const shown = viewers.toSorted((one, other) => Number(other.isEditing) - Number(one.isEditing))
  return (
    <div className="viewers not-printed" role="status" aria-label="Who else is here">
      {shown.length > 0 && (
        <>
          <span className="viewers-avatars" aria-hidden>
            {shown.slice(0, mostAvatars).map(({ _id, fullName, isEditing }) => (
              <span key={_id} className="viewer" title={`${fullName} is ${isEditing ? 'editing' : 'looking'}`}>
                <Avatar name={fullName} size={22} />
                {isEditing && (
                  <span className="viewer-pencil">
                    <IconPencil size={10} />
                  </span>
                )}
              </span>
            ))}
          </span>
          <span>{viewersWords(shown)}</span>
        </>
      )}
    </div>
  )
}
