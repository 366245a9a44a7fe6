import { memo, type ReactNode, useEffect, useMemo, useState } from 'react'
import { isVeryLong } from '../reading/hard-to-lay-out.ts'
import { isTooLargeToShow } from '../reading/is-too-large-to-show.ts'
import { isQuickToRead } from '../reading/is-too-complex.ts'
import { knownReading, type Reading, readInWorker } from '../reading/read-in-worker.ts'
import { type MarkdownRequest, readMarkdown } from '../reading/read-markdown.ts'
import type { TreeNode } from '../reading/tree.ts'
import { PlainNote } from './plain-note.tsx'
import { shownTree } from './shown-tree.tsx'
import './markdown.css'

/** Milliseconds for which a page parses texts itself in one task. */
const longestTask = 100

let spent = 0

/**
 * Shows Markdown. A page parses small texts itself, so that they appear at once; a worker parses the others, which are
 * plain until then. Those that take too long stay plain.
 */
export function MarkdownInTime({ plain, ...request }: MarkdownRequest & { plain: ReactNode }) {
  const { text, mentions, asSteps } = request
  const atOnce = useMemo(() => readAtOnce({ text, mentions, asSteps }), [text, mentions, asSteps])
  // For the same text, perhaps before its mentions were known.
  const [later, setLater] = useState<Reading>()
  const reading = atOnce ?? later
  useEffect(() => {
    if (atOnce !== undefined) return undefined
    return readInWorker({ text, mentions, asSteps }, setLater)
  }, [atOnce, text, mentions, asSteps])
  if (reading === undefined) return plain
  if (reading === 'plain') return <PlainNote>{plain}</PlainNote>
  return <Shown tree={reading} text={text} asSteps={asSteps} />
}

/** Parses Markdown and shows it, however long that takes. */
export function RenderedMarkdown({ text, mentions, asSteps }: MarkdownRequest) {
  const tree = useMemo(() => readMarkdown({ text, mentions, asSteps }), [text, mentions, asSteps])
  return <Shown tree={tree} text={text} asSteps={asSteps} />
}

const Shown = memo(function Shown({ tree, text, asSteps }: { tree: TreeNode; text: string; asSteps: boolean }) {
  return (
    <div
      className="markdown"
      dir="auto"
      data-steps={asSteps || undefined}
      data-long-text={isVeryLong(text) || undefined}
    >
      {shownTree(tree)}
    </div>
  )
})

function readAtOnce(request: MarkdownRequest): Reading | undefined {
  const known = knownReading(request)
  if (known !== undefined || spent >= longestTask || !isQuickToRead(request.text)) return known
  const tree = timed(() => readMarkdown(request))
  return isTooLargeToShow(tree) ? 'plain' : tree
}

/** Adds the time of this work to that of the current task. */
function timed<T>(work: () => T): T {
  if (spent === 0) setTimeout(() => (spent = 0))
  const start = performance.now()
  const result = work()
  spent += performance.now() - start
  return result
}
