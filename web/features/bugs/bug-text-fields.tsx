import type { ReactNode } from 'react'
import { maxBodyLength, maxTitleLength } from '#shared/bugs/words.ts'
import { MarkdownField } from '#web/features/texts/public.ts'
import { LimitCount } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { bugTextLabels, type BugTextName } from './bug-texts.ts'

export interface BugTextField {
  readonly value: string
  readonly error: ReactNode
  readonly onChange: (text: string) => void
}

/** The fields that a bug is reported and edited with. */
export function BugTextFields({
  fields,
  readOnly = false,
  underTitle,
}: {
  fields: Readonly<Record<BugTextName, BugTextField>>
  /** For the moment in which the texts are on their way. */
  readOnly?: boolean
  underTitle?: ReactNode
}) {
  return (
    <>
      <div>
        <TextField
          label={bugTextLabels.title}
          description="One line that somebody with the same problem would recognise"
          autoComplete="off"
          dir="auto"
          readOnly={readOnly}
          {...fields.title}
          onChange={(event) => fields.title.onChange(event.currentTarget.value)}
        />
        <LimitCount length={fields.title.value.length} limit={maxTitleLength} />
        {underTitle}
      </div>
      <MarkdownField
        label={bugTextLabels.description}
        description="What you saw, what you expected, and where: version, device, error messages"
        rows={5}
        limit={maxBodyLength}
        readOnly={readOnly}
        {...fields.description}
      />
      <MarkdownField
        label={bugTextLabels.stepsToReproduce}
        placeholder={'1. Open …\n2. Press …'}
        asSteps
        explainsFiles={false}
        rows={3}
        limit={maxBodyLength}
        readOnly={readOnly}
        {...fields.stepsToReproduce}
      />
    </>
  )
}
