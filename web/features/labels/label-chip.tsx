import type { Label } from '#shared/labels/label.ts'
import './label-chip.css'

/** A label: its name, with its colour beside it. What it is for is its tooltip. */
export function LabelChip({ label: { name, tone, description } }: { label: Omit<Label, '_id'> }) {
  return (
    <span className="label-chip" title={description === '' ? name : `${name}: ${description}`}>
      <LabelDot tone={tone} />
      <bdi className="one-line">{name}</bdi>
    </span>
  )
}

/** The colour of a label. */
export function LabelDot({ tone }: Pick<Label, 'tone'>) {
  return <span className="label-dot" data-label-tone={tone} aria-hidden />
}
