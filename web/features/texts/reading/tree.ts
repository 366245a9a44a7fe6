/** The used parts of a node of a Markdown or HTML tree. */
export interface TreeNode {
  type: string
  value?: string
  children?: TreeNode[]
  tagName?: string
  properties?: Record<string, unknown>
  position?: { start: { offset?: number }; end: { offset?: number } }
}

/** Replaces each child by `change(child)`, at all levels; `change` decides whether to descend further. */
export function rewriteChildren(parent: TreeNode, change: (child: TreeNode, parent: TreeNode) => TreeNode[]): void {
  if (parent.children) parent.children = parent.children.flatMap((child) => change(child, parent))
}

/** Returns the text of a tree, without any markup. */
export function wordsIn(node: TreeNode): string {
  return node.value ?? (node.children ?? []).map(wordsIn).join('')
}

/** Joins neighbouring texts, because a word may continue where the parser made a cut. */
export function joinTexts(parent: TreeNode): void {
  const joined: TreeNode[] = []
  for (const child of parent.children ?? []) {
    const last = joined.at(-1)
    if (child.type === 'text' && last?.type === 'text') last.value = (last.value ?? '') + (child.value ?? '')
    else joined.push(child)
  }
  parent.children = joined
}
