import { useParams } from '@tanstack/react-router'
import { messages } from '#web/lib/messages.ts'
import { BugGate } from './bug-gate.tsx'
import { ClassifyCard } from './classify-card.tsx'
import { ClassifyForm } from './classify-form.tsx'

/** Classifies a bug. */
export function ClassifyPage() {
  const { bugId = '' }: { bugId?: string } = useParams({ strict: false })
  return (
    <BugGate
      key={bugId}
      bugId={bugId}
      title="Classify bug"
      may={(abilities) => abilities.classify}
      invalidId={messages.classify.invalidId}
    >
      {(bug) => (
        <>
          <ClassifyCard bug={bug} />
          <ClassifyForm bug={bug} />
        </>
      )}
    </BugGate>
  )
}
