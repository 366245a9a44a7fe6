import type { DifferenceLine } from '#web/features/history/public.ts'

/** One of two texts that clash, with what the other one lacks marked. */
export function TextSide({
  name,
  text,
  lines,
  only,
}: {
  name: string
  text: string
  /** How both texts differ; undefined while that is not known. */
  lines: readonly DifferenceLine[] | undefined
  /** The kind of the lines that only this text has. */
  only: 'removed' | 'added'
}) {
  return (
    <div className="text-side">
      <p className="text-side-name">{name}</p>
      {/* Scrolls when it is long; the keyboard needs to get there. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="text-side-text" tabIndex={0} role="group" aria-label={name} data-side={only}>
        {text === '' && <span className="muted">Empty</span>}
        {lines
          ? lines.flatMap((line, index) =>
              line.kind === 'same' || line.kind === only ? [<Line key={index} line={line} />] : [],
            )
          : text}
      </div>
    </div>
  )
}

function Line({ line: { kind, stretches } }: { line: DifferenceLine }) {
  const isWhole = kind !== 'same' && stretches.every(({ isChanged }) => !isChanged)
  return (
    <span className="text-side-line" data-changed={kind !== 'same' || undefined}>
      {stretches.map(({ text, isChanged }, index) =>
        isChanged || isWhole ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
      {'\n'}
    </span>
  )
}
