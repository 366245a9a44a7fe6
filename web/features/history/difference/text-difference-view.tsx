import { useMemo, useState } from 'react'
import { DifferenceFrame } from './difference-frame.tsx'
import { differenceSigns } from './difference-signs.ts'
import { type Block, differenceOf, type DifferenceLine } from './text-difference.ts'

/** Two texts line by line: a sign at each line says where it is from, and the words that differ stand out. */
export function TextDifference({
  label,
  isNamed,
  from,
  to,
}: {
  label: string
  isNamed: boolean
  from: string
  to: string
}) {
  const blocks = useMemo(() => differenceOf(from, to), [from, to])
  return (
    <DifferenceFrame label={label} isNamed={isNamed}>
      {blocks.map((block, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the blocks of one difference never change places
        <DifferenceBlock key={index} block={block} />
      ))}
    </DifferenceFrame>
  )
}

function DifferenceBlock({ block: { isFolded, lines } }: { block: Block }) {
  const [isOpen, setIsOpen] = useState(!isFolded)
  if (!isOpen) {
    return (
      <button type="button" className="difference-unfold" onClick={() => setIsOpen(true)}>
        {lines.length} unchanged lines
      </button>
    )
  }
  return lines.map((line, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the lines of one difference never change places
    <Line key={index} line={line} />
  ))
}

function Line({ line: { kind, stretches } }: { line: DifferenceLine }) {
  const words = stretches.map(({ text, isChanged }, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- nor do the stretches of a line
    isChanged ? <strong key={index}>{text}</strong> : <span key={index}>{text}</span>,
  )
  return (
    <div className="difference-line" data-kind={kind}>
      <span className="difference-sign" aria-hidden>
        {differenceSigns[kind]}
      </span>
      {kind === 'removed' ? <del>{words}</del> : kind === 'added' ? <ins>{words}</ins> : <span>{words}</span>}
    </div>
  )
}
