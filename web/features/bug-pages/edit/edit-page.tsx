import { useParams } from '@tanstack/react-router'
import type { Bug } from '#shared/bugs/contract.ts'
import { messages } from '#web/lib/messages.ts'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { BugGate } from '../bug-gate.tsx'
import { EditForm } from './edit-form.tsx'

/** Edits a bug as its creator. */
export function EditMyBugPage() {
  const bugId = useBugId()
  return (
    <BugGate
      key={bugId}
      bugId={bugId}
      title="Edit your bug"
      may={(abilities) => abilities.editMy}
      invalidId={messages.bugEdit.invalidId}
      checkFailed={messages.bugEdit.permissionCheckFailed}
      describe={origin}
      isEditing
    >
      {(bug) => <EditForm bug={bug} way="my" />}
    </BugGate>
  )
}

/** Edits anybody's bug, with the permission for that. */
export function EditAnyBugPage() {
  const bugId = useBugId()
  return (
    <BugGate
      key={bugId}
      bugId={bugId}
      title="Edit bug"
      may={(abilities) => abilities.editAny}
      invalidId={messages.bugEdit.invalidId}
      checkFailed={messages.bugEdit.permissionCheckFailed}
      describe={origin}
      isEditing
    >
      {(bug) => <EditForm bug={bug} way="any" />}
    </BugGate>
  )
}

function origin({ createdBy, createdOn }: Bug) {
  return (
    <>
      Reported by {createdBy.fullName} <TimeAgo value={createdOn} />
    </>
  )
}

function useBugId(): string {
  const { bugId = '' }: { bugId?: string } = useParams({ strict: false })
  return bugId
}
