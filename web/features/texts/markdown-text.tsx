import { lazy, Suspense } from 'react'
import type { Mention } from '#shared/texts/mention.ts'
import { Collapsible, isLong } from './collapsible.tsx'
import { needsMarkdown } from './needs-markdown.ts'
import { PlainOnFailure } from './plain-on-failure.tsx'
import { PlainText } from './plain-text.tsx'

// The Markdown engine is larger than most screens, and plain text reads well until it has arrived.
const RenderedMarkdown = lazy(async () => {
  const { RenderedMarkdown } = await import('./rendered-markdown.tsx')
  return { default: RenderedMarkdown }
})

const nobody: readonly Mention[] = []

/**
 * What somebody wrote, as Markdown. Text without any, such as most imported reports, stands as it was typed, line by
 * line.
 */
export function MarkdownText({
  text,
  mentions = nobody,
  asSteps = false,
  long,
}: {
  text: string
  /** Whom the text names, as the server found them. */
  mentions?: readonly Mention[]
  /** Lines that are numbered in any usual way become a list. */
  asSteps?: boolean
  /** What a long text is called; it then starts collapsed. */
  long?: string
}) {
  const plain = <PlainText text={text} />
  const words = needsMarkdown(text, asSteps) ? (
    <PlainOnFailure key={text} plain={plain}>
      <Suspense fallback={plain}>
        <RenderedMarkdown text={text} mentions={mentions} asSteps={asSteps} />
      </Suspense>
    </PlainOnFailure>
  ) : (
    plain
  )
  return long !== undefined && isLong(text) ? <Collapsible label={long}>{words}</Collapsible> : words
}
