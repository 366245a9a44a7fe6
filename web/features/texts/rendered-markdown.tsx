import { memo, useMemo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import type { Mention } from '#shared/texts/mention.ts'
import { allowedElements } from './allowed-elements.ts'
import { ourElements } from './element-tree.ts'
import { markdownComponents } from './markdown-components.tsx'
import { markdownSource } from './markdown-source.ts'
import { ourMarkdown } from './markdown-tree.ts'
import './markdown.css'

/** Reads Markdown and shows it. Nothing of a text but what `allowedElements` names gets into the page. */
export const RenderedMarkdown = memo(function RenderedMarkdown({
  text,
  mentions,
  asSteps,
}: {
  text: string
  mentions: readonly Mention[]
  asSteps: boolean
}) {
  const source = useMemo(() => markdownSource(text, asSteps), [text, asSteps])
  const elements = useMemo(() => ourElements(mentions), [mentions])
  return (
    <div className="markdown" data-steps={asSteps || undefined}>
      <Markdown
        remarkPlugins={[remarkGfm, ourMarkdown as never]}
        rehypePlugins={[[rehypeSanitize, allowedElements], elements as never]}
        components={markdownComponents as Components}
        // What addresses may be is decided above.
        urlTransform={(address) => address}
      >
        {source}
      </Markdown>
    </div>
  )
})
