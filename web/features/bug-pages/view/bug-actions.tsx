import { IconCircleX, IconPencil, IconRotateClockwise } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Bug } from '#shared/bugs/contract.ts'
import { useIsChanging } from '#web/features/bugs/public.ts'
import { ReporterLinkButton } from '#web/features/reporter-links/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { useDelayed } from '#web/lib/use-delayed.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import './bug-actions.css'

/** Milliseconds that a change may take before its being on its way is told. */
const patience = 400

/** Whether the reader may do anything to this bug that has a button on its page. */
export function hasActions({ abilities }: Bug): boolean {
  return abilities.editMy || abilities.editAny || abilities.close
}

/** The buttons of a bug's page. @param props.toggle closes or opens it; undefined while that can't be done */
export function BugActions({ bug, toggle }: { bug: Bug; toggle: (() => void) | undefined }) {
  const isSaving = useDelayed(useIsChanging(bug._id), patience)
  const { editMy, editAny, close } = bug.abilities
  const navigate = useNavigate()
  useActions([
    {
      id: 'bug.edit',
      label: editMy ? messages.bugView.editYours : 'Edit this bug',
      group: 'This bug',
      keys: 'e',
      isEnabled: editMy || editAny,
      run: () => void navigate({ to: editMy ? paths.editMyBug(bug._id) : paths.editAnyBug(bug._id) }),
    },
    {
      id: 'bug.close',
      label: bug.isClosed ? 'Open this bug again' : 'Close this bug',
      group: 'This bug',
      isEnabled: close,
      run: () => toggle?.(),
    },
  ])
  const pencil = <IconPencil size={16} aria-hidden />
  return (
    <>
      <div className="bug-actions not-printed" role="group" aria-label="Actions">
        {editMy && (
          <ButtonLink to={paths.editMyBug(bug._id)} variant="default" icon={pencil}>
            {messages.bugView.editYours}
          </ButtonLink>
        )}
        {editAny && (
          <ButtonLink to={paths.editAnyBug(bug._id)} variant="default" icon={pencil}>
            {messages.bugView.edit}
          </ButtonLink>
        )}
        {close && (
          <Button
            variant="default"
            icon={bug.isClosed ? <IconRotateClockwise size={16} aria-hidden /> : <IconCircleX size={16} aria-hidden />}
            title={bug.isClosed ? 'Opens this bug again' : 'Closes this bug'}
            aria-disabled={!toggle || undefined}
            onClick={() => toggle?.()}
          >
            {messages.bugView.toggleClosed}
          </Button>
        )}
        {editAny && bug.createdBy.isGuest && <ReporterLinkButton bug={bug} />}
      </div>
      <p className="bug-saving not-printed" role="status">
        {isSaving && 'Saving…'}
      </p>
    </>
  )
}
