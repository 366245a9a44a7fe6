import type { ComponentProps, ReactNode } from 'react'
import { AttachmentImage, AttachmentLink } from '#web/features/attachments/public.ts'
import { useSession } from '#web/lib/session/session.ts'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { attachmentId } from '../reading/safe-address.ts'
import { type TreeNode, wordsIn } from '../reading/tree.ts'
import { BugReference } from './bug-reference.tsx'

interface Given {
  readonly node?: TreeNode
  readonly children?: ReactNode
}

/** The components for elements of a text that need more than plain HTML. */
export const markdownComponents = {
  a: ({ href = '', children, node }: Given & { href?: string }) => {
    const id = attachmentId(href)
    if (id !== undefined) return <AttachmentLink id={id} name={wordsIn(node ?? { type: '' })} />
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    )
  },
  img: ({ src = '', alt = '' }: Given & { src?: string; alt?: string }) => (
    <AttachmentImage id={attachmentId(src) ?? ''} alt={alt} />
  ),
  pre: ({ children, node }: Given) => (
    <CodeBlock code={wordsIn(node ?? { type: '' }).replace(/\n$/, '')}>{children}</CodeBlock>
  ),
  table: ({ children }: Given) => (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- whoever has no pointer scrolls it by its focus
    <div className="markdown-table" role="group" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  input: ({ checked, 'aria-label': label }: ComponentProps<'input'>) => (
    <input type="checkbox" checked={checked === true} disabled aria-label={label} />
  ),
  'bug-reference': ({ named, children }: Given & { named: string }) => (
    <BugReference named={named}>{children}</BugReference>
  ),
  'person-mention': ({ userId, children }: Given & { userId: string }) => (
    <PersonMention userId={userId}>{children}</PersonMention>
  ),
}

/** Shows a block of code that scrolls inside its box, with a copy button. */
function CodeBlock({ code, children }: { code: string; children: ReactNode }) {
  return (
    <div className="code-block">
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- whoever has no pointer scrolls it by its focus */}
      <pre tabIndex={0}>{children}</pre>
      <div className="code-copy not-printed">
        <CopyButton text={code} label="Copy the code" />
      </div>
    </div>
  )
}

/** Shows a mentioned person's name; one's own is highlighted. */
function PersonMention({ userId, children }: { userId: string; children: ReactNode }) {
  const isMe = useSession().userId === userId
  return (
    <span className="mention" data-me={isMe || undefined}>
      {children}
    </span>
  )
}
