import type { Bug } from '#shared/bugs/contract.ts'
import { ReportedTexts } from './reported-texts.tsx'
import './bug-evidence.css'

/** What the reporter wrote, beside a choice that somebody makes about the bug. */
export function BugEvidence({ bug }: { bug: Bug }) {
  return (
    <div className="bug-evidence">
      <ReportedTexts bug={bug} />
    </div>
  )
}
