import type { TreeNode } from './tree.ts'

/** Elements that one text may put into a page, and how deep they may stand in one another. */
const mostElements = 3_000
const deepest = 100

/** True for a tree that would take a page long to show, however quickly it was read. */
export function isTooLargeToShow(tree: TreeNode): boolean {
  let elements = 0
  const isLarge = (node: TreeNode, depth: number): boolean => {
    if (node.type === 'element' && ++elements > mostElements) return true
    return depth > deepest || (node.children ?? []).some((child) => isLarge(child, depth + 1))
  }
  return isLarge(tree, 0)
}
