import { useId } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { MarkdownText } from '#web/features/texts/public.ts'

/** What the reporter wrote, each text under its heading. */
export function ReportedTexts({ bug }: { bug: Bug }) {
  const id = useId()
  return (
    <>
      <section aria-labelledby={`${id}-description`}>
        <h2 id={`${id}-description`}>Description</h2>
        <MarkdownText text={bug.description} mentions={bug.mentions} long="the description" />
      </section>
      {bug.stepsToReproduce.trim() !== '' && (
        <section aria-labelledby={`${id}-steps`}>
          <h2 id={`${id}-steps`}>Steps to Reproduce</h2>
          <MarkdownText text={bug.stepsToReproduce} mentions={bug.mentions} asSteps long="the steps" />
        </section>
      )}
    </>
  )
}
