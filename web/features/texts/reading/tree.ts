/** A node of a Markdown or HTML tree, as far as we look at it. */
export interface TreeNode {
  type: string
  value?: string
  children?: TreeNode[]
  tagName?: string
  properties?: Record<string, unknown>
  position?: { start: { offset?: number }; end: { offset?: number } }
}

/** Puts `change(child)` in the place of each child, all the way down; it says itself whether to go on below. */
export function rewriteChildren(parent: TreeNode, change: (child: TreeNode, parent: TreeNode) => TreeNode[]): void {
  if (parent.children) parent.children = parent.children.flatMap((child) => change(child, parent))
}

/** The words of a tree, without any markup. */
export function wordsIn(node: TreeNode): string {
  return node.value ?? (node.children ?? []).map(wordsIn).join('')
}

/** Makes one text of texts that stand side by side: what a word is does not end where a parser stopped for a moment. */
export function joinTexts(parent: TreeNode): void {
  const joined: TreeNode[] = []
  for (const child of parent.children ?? []) {
    const last = joined.at(-1)
    if (child.type === 'text' && last?.type === 'text') last.value = (last.value ?? '') + (child.value ?? '')
    else joined.push(child)
  }
  parent.children = joined
}
