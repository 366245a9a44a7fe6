import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { paths } from '#web/lib/paths.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'

/**
 * Leads back to the bug. Only this way out asks about changes: whoever goes elsewhere finds them again, and whoever
 * cancels does not want them any more.
 */
export function CancelEdit({
  bugId,
  isChanged,
  onDiscard,
}: {
  bugId: string
  isChanged: boolean
  onDiscard: () => void
}) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)

  function ask(event: MouseEvent) {
    if (!isChanged) return
    event.preventDefault()
    setIsAsking(true)
  }
  function discard() {
    onDiscard()
    void navigate({ to: paths.viewBug(bugId), ignoreBlocker: true })
  }
  return (
    <>
      <ButtonLink to={paths.viewBug(bugId)} variant="subtle" onClick={ask}>
        Cancel
      </ButtonLink>
      {isAsking && (
        <ConfirmDialog
          title="Discard your changes?"
          confirm="Discard changes"
          cancel="Keep editing"
          isDanger
          onConfirm={discard}
          onCancel={() => setIsAsking(false)}
        >
          The bug then stays as it was.
        </ConfirmDialog>
      )}
    </>
  )
}
