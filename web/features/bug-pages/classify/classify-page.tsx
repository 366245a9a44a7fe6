import { useParams } from '@tanstack/react-router'
import type { Bug } from '#shared/bugs/contract.ts'
import { BugEvidence, ClassifyCard, useShownBug } from '#web/features/bugs/public.ts'
import { MergedBanner } from '#web/features/merging/public.ts'
import { messages } from '#web/lib/messages.ts'
import { BugGate } from '../bug-gate.tsx'
import { ClassifyForm } from './classify-form.tsx'
import './classify-page.css'

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
      width="pair"
    >
      {(bug) => <Classifying bug={bug} />}
    </BugGate>
  )
}

function Classifying({ bug }: { bug: Bug }) {
  const shown = useShownBug(bug)
  return (
    <>
      <MergedBanner bug={shown} />
      <div className="classify-columns">
        <ClassifyCard bug={shown} />
        <BugEvidence bug={shown} />
        <div className="classify-choice">
          <ClassifyForm bug={bug} />
        </div>
      </div>
    </>
  )
}
