import { isTooLargeToShow } from './is-too-large-to-show.ts'
import { type MarkdownRequest, readMarkdown } from './read-markdown.ts'
import type { TreeNode } from './tree.ts'

/** Parses texts outside the page, which stays responsive. */

/** `undefined` for a text that can't be shown as Markdown. */
export type MarkdownAnswer = { readonly tree: TreeNode | undefined }

const port = self as unknown as {
  postMessage(message: 'ready' | MarkdownAnswer): void
  addEventListener(type: 'message', listen: (event: MessageEvent<MarkdownRequest>) => void): void
}

port.addEventListener('message', ({ data }) => port.postMessage({ tree: read(data) }))
port.postMessage('ready')

function read(request: MarkdownRequest): TreeNode | undefined {
  try {
    const tree = readMarkdown(request)
    return isTooLargeToShow(tree) ? undefined : tree
  } catch {
    // Nested too deeply for the parser.
    return undefined
  }
}
