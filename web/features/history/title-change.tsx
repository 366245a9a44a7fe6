import { lazy, Suspense } from 'react'
import type { Change } from '#shared/history/timeline-entry.ts'
import './difference.css'

const WordDifference = lazy(async () => {
  const { WordDifference } = await import('./word-difference.tsx')
  return { default: WordDifference }
})

/** A short text before and after, in one line. Until the comparison has loaded, both stand whole. */
export function TitleChange({ change: { from, to } }: { change: Change }) {
  const [before, after] = [from?.text ?? '', to?.text ?? '']
  return (
    <p className="word-difference">
      <Suspense
        fallback={
          <>
            <del>{before}</del> <ins>{after}</ins>
          </>
        }
      >
        <WordDifference from={before} to={after} />
      </Suspense>
    </p>
  )
}
