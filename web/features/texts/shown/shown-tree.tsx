import { createElement, type ElementType, type ReactNode } from 'react'
import { cutText } from '#web/ui/text/cut-text.tsx'
import type { TreeNode } from '../reading/tree.ts'
import { markdownComponents } from './markdown-components.tsx'

/** React's names of the properties that a text may set. */
const properties: Readonly<Record<string, string>> = {
  ...{ href: 'href', src: 'src', alt: 'alt', start: 'start', checked: 'checked', ariaLabel: 'aria-label' },
  ...{ named: 'named', userId: 'userId' },
}

const components: Readonly<Record<string, ElementType>> = markdownComponents as never

/** Converts a tree of `readMarkdown` to React nodes. */
export function shownTree({ children = [] }: TreeNode, isCode = false): ReactNode[] {
  return children.map((node, index) => {
    // Blocks of code are not broken into lines.
    if (node.type === 'text') return isCode ? node.value : cutText(node.value ?? '')
    if (node.type !== 'element' || node.tagName === undefined) return null
    const { tagName } = node
    const component = components[tagName]
    const inner = node.children?.length ? shownTree(node, isCode || tagName === 'pre') : undefined
    return createElement(component ?? tagName, { key: index, ...propertiesOf(node), ...(component && { node }) }, inner)
  })
}

function propertiesOf({ properties: given = {} }: TreeNode): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const known = properties[name]
    if (known !== undefined) shown[known] = value
    if (name === 'className' && Array.isArray(value)) shown['className'] = value.join(' ')
    if (name === 'align') shown['style'] = { textAlign: value }
  }
  return shown
}
