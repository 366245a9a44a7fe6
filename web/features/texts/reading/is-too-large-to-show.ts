import type { TreeNode } from './tree.ts'

/** Most elements of one text in a page, and their deepest nesting. */
const mostElements = 3_000
const deepest = 100

/** Returns whether a tree would take long to show, however quickly it was parsed. */
export function isTooLargeToShow(tree: TreeNode): boolean {
  let elements = 0
  const isLarge = (node: TreeNode, depth: number): boolean => {
    if (node.type === 'element' && ++elements > mostElements) return true
    return depth > deepest || (node.children ?? []).some((child) => isLarge(child, depth + 1))
  }
  return isLarge(tree, 0)
}
