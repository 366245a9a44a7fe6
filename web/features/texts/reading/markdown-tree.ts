import { rewriteChildren, type TreeNode } from './tree.ts'

interface Definition extends TreeNode {
  identifier?: string
}

/**
 * Markdown constructs that stay text. Footnotes need ids that are unique in a page of many texts. `&lt;` is what a
 * report about markup says, not another way to write `<`.
 */
const constructsOff = ['gfmFootnoteDefinition', 'gfmFootnoteCall', 'gfmPotentialFootnoteCall', 'characterReference']

/** Most cells of a table; a larger one is shown as typed. */
const mostCells = 5_000

/** A remark plugin for our Markdown, in which no written text disappears. */
export function ourMarkdown(this: unknown) {
  const data = (this as { data(): { micromarkExtensions?: unknown[] } }).data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: constructsOff } }]

  return (root: TreeNode, file: { value: unknown }) => {
    const source = String(file.value)
    const used = new Set<string>()
    collectReferences(root, used)
    rewrite(root, source, used)
    levelHeadings(root)
  }
}

function rewrite(parent: TreeNode, source: string, used: ReadonlySet<string>): void {
  const isFlow = ['root', 'blockquote', 'listItem'].includes(parent.type)
  rewriteChildren(parent, (node) => {
    if (node.type === 'html') return shownMarkup(node, isFlow)
    // Only a definition that is referred to counts; otherwise it may be a line of a log, such as '[INFO]: done'.
    if (node.type === 'definition' && !used.has((node as Definition).identifier ?? '')) {
      return [asText(sourceOf(node, source), isFlow)]
    }
    if (node.type === 'table' && isTooLarge(node)) return [asText(sourceOf(node, source), isFlow)]
    if (node.type === 'link' && isLiteral(node, source)) return node.children ?? []
    rewrite(node, source, used)
    return isInsideWord(node, source) ? unmarked(node, source) : [node]
  })
}

/** Returns whether stars are between letters or digits, where they multiply, as in `2*3*4`, or are part of a name. */
function isInsideWord(node: TreeNode, source: string): boolean {
  const start = node.position?.start.offset ?? 0
  return ['emphasis', 'strong'].includes(node.type) && /[a-z0-9_)\]}]/i.test(source[start - 1] ?? '')
}

function unmarked(node: TreeNode, source: string): TreeNode[] {
  const mark = sourceOf(node, source).slice(0, node.type === 'strong' ? 2 : 1)
  return [asText(mark, false), ...(node.children ?? []), asText(mark, false)]
}

/** Returns markup as typed, without comments, which are meant only for the source. */
function shownMarkup(node: TreeNode, isFlow: boolean): TreeNode[] {
  const shown = withoutComments(node.value ?? '')
  return shown.trim() === '' ? [] : [asText(shown, isFlow)]
}

function withoutComments(markup: string): string {
  let shown = ''
  let done = 0
  for (let start = markup.indexOf('<!--'); start !== -1; start = markup.indexOf('<!--', done)) {
    const end = markup.indexOf('-->', start + 4)
    if (end === -1) break
    shown += markup.slice(done, start)
    done = end + 3
  }
  return shown + markup.slice(done)
}

/**
 * Returns whether a table is too large: short rows are filled up to the width of the first, so a small text can become
 * a very large table.
 */
function isTooLarge(table: TreeNode): boolean {
  const rows = table.children ?? []
  return rows.length * (rows[0]?.children?.length ?? 0) > mostCells
}

function asText(value: string, isFlow: boolean): TreeNode {
  const text: TreeNode = { type: 'text', value }
  return isFlow ? { type: 'paragraph', children: [text] } : text
}

/** Returns whether a web address is plain text. It is linked later, by better rules about its end. */
function isLiteral(node: TreeNode, source: string): boolean {
  return /^https?:/i.test(sourceOf(node, source))
}

function sourceOf({ position }: TreeNode, source: string): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0)
}

function collectReferences(node: TreeNode, used: Set<string>): void {
  if (node.type.endsWith('Reference')) used.add((node as Definition).identifier ?? '')
  for (const child of node.children ?? []) collectReferences(child, used)
}

/** Shifts the levels of headings: the page's own outline ends with h2, so a text's begins at h3 and skips no level. */
function levelHeadings(root: TreeNode): void {
  const open: number[] = []
  const level = (node: TreeNode) => {
    if (node.type === 'heading') {
      const heading = node as TreeNode & { depth: number }
      while ((open.at(-1) ?? 0) >= heading.depth) open.pop()
      open.push(heading.depth)
      heading.depth = Math.min(2 + open.length, 6)
    }
    node.children?.forEach(level)
  }
  level(root)
}
