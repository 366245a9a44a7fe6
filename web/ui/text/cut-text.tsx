import { Fragment, type ReactNode } from 'react'
import { textRuns } from './text-runs.ts'

/** Text with places in its long lines where it may be broken, which a reader doesn't see. */
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
