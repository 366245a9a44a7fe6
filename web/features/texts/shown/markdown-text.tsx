import { memo } from 'react'
import type { Mention } from '#shared/texts/mention.ts'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import { isTooComplex } from '../reading/is-too-complex.ts'
import { hasMarkup } from '../reading/needs-markdown.ts'
import { Collapsible, isLong } from './collapsible.tsx'
import { engineAtHand, markdownEngine } from './markdown-engine.ts'
import { PlainNote } from './plain-note.tsx'
import { PlainText } from './plain-text.tsx'

// The text is shown plain until the engine has loaded.
const MarkdownInTime = lazyPart(
  async () => (await markdownEngine()).MarkdownInTime,
  () => engineAtHand()?.MarkdownInTime,
)

const nobody: readonly Mention[] = []

/** Shows a text as Markdown. Text without any, such as most imported reports, is shown as typed, line by line. */
export const MarkdownText = memo(function MarkdownText({
  text,
  mentions = nobody,
  asSteps = false,
  long,
}: {
  text: string
  /** The people whom the text mentions, as the server found them. */
  mentions?: readonly Mention[]
  /** Whether lines that are numbered in any usual way become a list. */
  asSteps?: boolean
  /** The name of a long text; it then starts collapsed. */
  long?: string
}) {
  const plain = <PlainText text={text} />
  let words = plain
  if (hasMarkup(text, asSteps)) {
    words = isTooComplex(text) ? (
      <PlainNote>{plain}</PlainNote>
    ) : (
      <MarkdownInTime key={text} plain={plain} part={{ text, mentions, asSteps, plain }} />
    )
  }
  return long !== undefined && isLong(text) ? <Collapsible label={long}>{words}</Collapsible> : words
})
