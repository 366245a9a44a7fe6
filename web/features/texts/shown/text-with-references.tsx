import { Fragment, type ReactNode } from 'react'
import { cutText } from '#web/ui/text/cut-text.tsx'
import { wordMarker } from '../reading/marked-words.ts'
import { type TreeNode, wordsIn } from '../reading/tree.ts'
import { BugReference } from './bug-reference.tsx'

/** Renders text exactly as typed, with web addresses, and keys of bugs that the reader may see, as links. */
export function TextWithReferences({ text }: { text: string }) {
  return wordMarker([])(text).map((node, index) => <Fragment key={index}>{shown(node)}</Fragment>)
}

function shown(node: TreeNode): ReactNode {
  const words = wordsIn(node)
  const { named, href } = node.properties ?? {}
  if (typeof named === 'string') return <BugReference named={named}>{words}</BugReference>
  if (typeof href !== 'string') return cutText(words)
  return (
    <a href={href} target="_blank" rel="noopener noreferrer ugc">
      {cutText(words)}
    </a>
  )
}
