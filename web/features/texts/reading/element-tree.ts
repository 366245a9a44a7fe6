import type { Mention } from '#shared/texts/mention.ts'
import { element, wordMarker } from './marked-words.ts'
import { attachmentId, safeAddress } from './safe-address.ts'
import { joinTexts, rewriteChildren, type TreeNode, wordsIn } from './tree.ts'

/**
 * A rehype plugin for a sanitized tree: marks addresses, bugs and people in its text, converts images from elsewhere to
 * links, and labels the boxes of task lists.
 */
export function ourElements(mentions: readonly Mention[]) {
  let mark = wordMarker(mentions)

  const rewrite = (parent: TreeNode, isLink: boolean) => {
    tidyTexts(parent)
    rewriteChildren(parent, (node) => {
      if (node.type === 'text') return isLink ? [node] : mark(node.value ?? '')
      if (node.tagName === 'pre' || node.tagName === 'code') return [node]
      if (node.tagName === 'img') return [image(node, isLink)]
      if (node.tagName === 'a') return link(node, isLink)
      if (node.tagName === 'li') nameTask(node)
      rewrite(node, isLink)
      return [node]
    })
  }

  const link = (node: TreeNode, isInLink: boolean): TreeNode[] => {
    const isSafe = !isInLink && safeAddress(String(node.properties?.['href'] ?? '')) !== undefined
    rewrite(node, isSafe || isInLink)
    return isSafe ? [node] : (node.children ?? [])
  }

  return () => (root: TreeNode) => {
    mark = wordMarker(mentions)
    rewrite(root, false)
  }
}

/** Removes line ends between blocks, and the one behind a break, which is not a second one. */
function tidyTexts(parent: TreeNode): void {
  rewriteChildren(parent, (node) => {
    if (node.tagName === 'br') return [{ type: 'text', value: '\n' }]
    return node.type === 'text' && node.value === '\n' ? [] : [node]
  })
  joinTexts(parent)
}

/** Keeps a bug's own file as an image; any other image becomes a link, because pages show no images from elsewhere. */
function image(node: TreeNode, isInLink: boolean): TreeNode {
  const src = String(node.properties?.['src'] ?? '')
  const alt = String(node.properties?.['alt'] ?? '')
  if (attachmentId(src) !== undefined && !isInLink) return node
  const words: TreeNode = { type: 'text', value: alt || src || 'image' }
  return isInLink || safeAddress(src) === undefined ? words : element('a', { href: src }, [words])
}

function nameTask(item: TreeNode): void {
  const box = [item, ...(item.children ?? [])]
    .flatMap((node) => node.children ?? [])
    .find((node) => node.tagName === 'input')
  if (box?.properties) box.properties['ariaLabel'] = wordsIn(item).trim().slice(0, 200) || 'Task'
}
