import type { MergedField } from '#shared/history/conflict.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Choice as Choices } from '#web/ui/forms/choice.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { combinedText } from './combined-text.ts'
import type { Choice, OpenConflict } from './text-draft.ts'
import { TextSide } from './text-side.tsx'
import { useDifference } from './use-difference.ts'

const choices = [
  { value: 'theirs', words: 'Take theirs' },
  { value: 'mine', words: 'Keep mine' },
  { value: 'combined', words: 'Combine both' },
] as const

/** A text that two people changed in different ways: both, what differs, and the decision between them. */
export function TextClash({
  clash,
  since,
  label,
  limit,
  text,
  error,
  onDecide,
  onWrite,
}: {
  clash: OpenConflict['clashes'][number]
  since: OpenConflict['since']
  /** What its field is called. */
  label: string
  /** Most characters that the text may have. */
  limit: number
  /** As it stands in the form. */
  text: string
  error: string | false
  onDecide: (choice: Choice, text: string) => void
  onWrite: (text: string) => void
}) {
  const { field, theirs, yours, choice } = clash
  const lines = useDifference(theirs, yours)
  const decide = (next: Choice) => onDecide(next, { theirs, mine: yours, combined: combinedText(clash, lines) }[next])
  return (
    <section className="text-clash" aria-label={`Both versions of the ${label.toLowerCase()}`}>
      <p className="text-clash-head">
        <Changer field={field} since={since} /> changed the {label.toLowerCase()} while you did
      </p>
      <div className="text-clash-sides">
        <TextSide name="Theirs, as it is now" text={theirs} lines={lines} only="removed" />
        <TextSide name="Yours" text={yours} lines={lines} only="added" />
      </div>
      <Choices
        label={`What the ${label.toLowerCase()} should say`}
        choices={choices}
        value={choice}
        error={error}
        onChange={decide}
      />
      {choice === 'combined' &&
        (field === 'title' ? (
          <TextField
            label="Combined title"
            autoComplete="off"
            value={text}
            onChange={(event) => onWrite(event.currentTarget.value)}
          />
        ) : (
          <TextArea label={`Combined ${label.toLowerCase()}`} rows={4} limit={limit} value={text} onChange={onWrite} />
        ))}
    </section>
  )
}

/** Who changed a field last, and when. */
function Changer({ field, since }: { field: MergedField; since: OpenConflict['since'] }) {
  const { userId } = useSession()
  const entry = since.findLast(({ changes }) => changes.some((change) => change.field === field))
  if (!entry) return 'Somebody else'
  return (
    <>
      {entry.by?._id === userId ? 'You, in another window,' : (entry.by?.fullName ?? 'Somebody else')} (
      <TimeAgo value={entry.at} />)
    </>
  )
}
