import { Fragment, type ReactNode } from 'react'
import { textRuns } from './text-runs.ts'

/** Renders text with invisible break opportunities in its long lines. */
export function cutText(text: string): ReactNode {
  const runs = textRuns(text)
  if (runs.length === 1) return text
  return runs.map((run, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {run}
    </Fragment>
  ))
}
