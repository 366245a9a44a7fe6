import type { ReactNode } from 'react'
import type { Conversation } from '#shared/chat/contract.ts'
import { BugLink } from '#web/features/bugs/public.ts'
import { browserOf } from '#web/lib/browser-words.ts'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import './conversation-facts.css'

/** Shows what is known about the visitor, in a column. */
export function FactsColumn({ conversation }: { conversation: Conversation }) {
  return (
    <aside className="conversation-facts conversation-facts-column" aria-label="About the visitor">
      <h3>About the visitor</h3>
      <Facts conversation={conversation} />
    </aside>
  )
}

/** Shows the same in a disclosure where there is no room for a column. */
export function FoldedFacts({ conversation }: { conversation: Conversation }) {
  return (
    <details className="conversation-facts conversation-facts-folded">
      <summary>About the visitor{bugsWords(conversation)}</summary>
      <Facts conversation={conversation} />
    </details>
  )
}

function bugsWords({ bugs }: Conversation): string {
  if (bugs.length === 0) return ''
  return bugs.length === 1 ? ', 1 bug' : `, ${bugs.length} bugs`
}

function Facts({ conversation }: { conversation: Conversation }) {
  const { visitor, openedOn, page, userAgent, bugs } = conversation
  return (
    <dl>
      <Fact name="Name">
        {visitor.name}
        <span className="muted"> {visitor._id ? '(has an account)' : '(not signed in)'}</span>
      </Fact>
      {visitor.email !== undefined && (
        <Fact name="E-mail">
          <a href={`mailto:${visitor.email}`}>{visitor.email}</a>
          {!visitor._id && <span className="muted"> ({visitor.isEmailConfirmed ? 'confirmed' : 'not verified'})</span>}
        </Fact>
      )}
      <Fact name="Opened">
        <TimeAgo value={openedOn} />
      </Fact>
      {page !== undefined && page.startsWith('/') && (
        <Fact name="Page">
          <a href={page} className="mono">
            {page}
          </a>
        </Fact>
      )}
      {userAgent !== undefined && (
        <Fact name="Browser">
          <span title={userAgent}>{browserOf(userAgent).words}</span>
        </Fact>
      )}
      <Fact name="Bugs">
        {bugs.length === 0 && <span className="muted">None yet</span>}
        {bugs.map((bug) => (
          <BugLink key={bug._id} bug={bug} />
        ))}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="conversation-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
