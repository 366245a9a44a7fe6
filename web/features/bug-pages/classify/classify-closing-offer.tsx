import type { Bug } from '#shared/bugs/contract.ts'
import { StaleQuestion } from '#web/features/conflicts/public.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useToggleClosed } from '../use-toggle-closed.ts'
import './classify-closing-offer.css'

/** Offers to close a bug that has just become a duplicate. It stays after that, so that closing can be taken back. */
export function ClosingOffer({ bug }: { bug: Bug }) {
  const { toggle, isPending, stale } = useToggleClosed(bug)
  return (
    <Notice>
      <div className="closing-offer">
        <p>
          {bug.isClosed ? 'This bug is a duplicate now, and closed.' : 'This bug is a duplicate now, and still open.'}
        </p>
        <Button
          size="xs"
          variant="default"
          aria-disabled={isPending || undefined}
          onClick={() => !isPending && toggle()}
        >
          {bug.isClosed ? 'Open it again' : 'Close this bug'}
        </Button>
        <StaleQuestion stale={stale} />
      </div>
    </Notice>
  )
}
