import { Button } from '@mantine/core'
import { IconCircleX, IconPencil, IconRotateClockwise } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Bug } from '#shared/bugs/contract.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { useToggleClosed } from './use-toggle-closed.ts'

/** Whether the reader may do anything to this bug that has a button on its page. */
export function hasActions({ abilities }: Bug): boolean {
  return abilities.editMy || abilities.editAny || abilities.close
}

/** The buttons of a bug's page. */
export function BugActions({ bug, canToggle }: { bug: Bug; canToggle: boolean }) {
  const { toggle, isPending } = useToggleClosed(bug)
  const { editMy, editAny, close } = bug.abilities
  const pencil = <IconPencil size={16} aria-hidden />
  return (
    <div className="bug-actions not-printed" role="group" aria-label="Actions">
      {editMy && (
        <Button component={Link} to={paths.editMyBug(bug._id)} variant="default" leftSection={pencil}>
          {messages.bugView.editYours}
        </Button>
      )}
      {editAny && (
        <Button component={Link} to={paths.editAnyBug(bug._id)} variant="default" leftSection={pencil}>
          {messages.bugView.edit}
        </Button>
      )}
      {close && (
        <Button
          variant="default"
          leftSection={
            bug.isClosed ? <IconRotateClockwise size={16} aria-hidden /> : <IconCircleX size={16} aria-hidden />
          }
          title={bug.isClosed ? 'Opens this bug again' : 'Closes this bug'}
          aria-disabled={!canToggle || isPending || undefined}
          onClick={() => canToggle && !isPending && toggle()}
        >
          {messages.bugView.toggleClosed}
        </Button>
      )}
    </div>
  )
}
