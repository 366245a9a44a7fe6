import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Bug } from '#shared/bugs/contract.ts'
import type { Classification } from '#shared/bugs/words.ts'
import { paths } from '#web/lib/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useToggleClosed } from './use-toggle-closed.ts'
import './classify-outcome.css'

/** What became of the bug, with what people do next: closing a duplicate, or going back to the bug. */
export function ClassifyOutcome({
  bug,
  classification,
  wasOpen,
}: {
  bug: Bug
  classification: Classification
  /** The bug was open when it was classified. */
  wasOpen: boolean
}) {
  const original = classification === 'duplicate' ? bug.duplicateOf : undefined
  const offersClosing = classification === 'duplicate' && wasOpen && bug.abilities.close
  return (
    <Notice tone="success">
      <p>
        {original ? (
          <>
            This bug is now a duplicate of <Link to={paths.viewBug(original._id)}>{original.title}</Link>.
          </>
        ) : (
          `This bug is now classified as ${classification}.`
        )}
        {offersClosing && (bug.isClosed ? ' It is closed.' : ' It is still open.')}
      </p>
      <div className="classify-next">
        {offersClosing && <CloseButton bug={bug} />}
        <Link className="classify-back" to={paths.viewBug(bug._id)}>
          Go to the bug
        </Link>
      </div>
    </Notice>
  )
}

/** Stays where it is after closing, so that the focus stays too and the click can be taken back. */
function CloseButton({ bug }: { bug: Bug }) {
  const { toggle, isPending } = useToggleClosed(bug)
  return (
    <Button size="xs" variant="default" aria-disabled={isPending || undefined} onClick={() => !isPending && toggle()}>
      {bug.isClosed ? 'Open it again' : 'Close this bug'}
    </Button>
  )
}
