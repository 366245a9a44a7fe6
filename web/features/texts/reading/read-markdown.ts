import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import type { Mention } from '#shared/texts/mention.ts'
import { allowedElements } from './allowed-elements.ts'
import { ourElements } from './element-tree.ts'
import { markdownSource } from './markdown-source.ts'
import { ourMarkdown } from './markdown-tree.ts'
import type { TreeNode } from './tree.ts'

/** A text, and what decides how it is parsed. */
export interface MarkdownRequest {
  readonly text: string
  readonly mentions: readonly Mention[]
  readonly asSteps: boolean
}

/**
 * Parses Markdown. Only what `allowedElements` names gets into the tree.
 * @throws RangeError for a text that is nested too deeply
 */
export function readMarkdown({ text, mentions, asSteps }: MarkdownRequest): TreeNode {
  const source = markdownSource(text, asSteps)
  const reader = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(ourMarkdown as never)
    .use(remarkRehype)
    .use(rehypeSanitize, allowedElements)
    .use(ourElements(mentions) as never)
  return reader.runSync(reader.parse(source), { value: source }) as TreeNode
}
