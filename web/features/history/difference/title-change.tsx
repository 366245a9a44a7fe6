import type { Change } from '#shared/history/timeline-entry.ts'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import './difference.css'

const WordDifference = lazyPart(async () => {
  const { WordDifference } = await import('./word-difference.tsx')
  return WordDifference
})

/** A short text before and after, in one line. Without the comparison both stand whole. */
export function TitleChange({ change: { from, to } }: { change: Change }) {
  const [before, after] = [from?.text ?? '', to?.text ?? '']
  const plain = (
    <>
      <del>{before}</del> <ins>{after}</ins>
    </>
  )
  return (
    <p className="word-difference">
      <WordDifference plain={plain} part={{ from: before, to: after }} />
    </p>
  )
}
