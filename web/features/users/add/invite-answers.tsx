import { CallError } from '#web/lib/call-error.ts'
import { explainError, explainRefusal } from '#web/lib/explain-error.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Badge, type BadgeTone } from '#web/ui/badges/badge.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { DeactivatedBadge } from '../deactivated-badge.tsx'
import { RoleBadges } from '../role-badges.tsx'
import { HolderLink, holderOf } from './account-holder.tsx'
import { type InviteAnswer, isInvited } from './use-invite-many.ts'

/** Shows what became of each of several addresses, and how far it is. */
export function InviteAnswers({ answers, isSending }: { answers: readonly InviteAnswer[]; isSending: boolean }) {
  const { length } = answers
  const waiting = answers.filter(({ state }) => state === 'waiting').length
  return (
    <div className="invite-answers">
      <p className="muted">
        {isSending
          ? `Inviting ${length - waiting + 1} of ${length}…`
          : `${answers.filter(isInvited).length} of ${length} invited`}
      </p>
      <ul aria-label="What became of each address">
        {answers.map((answer) => (
          <Row key={answer.person.typed} answer={answer} />
        ))}
      </ul>
    </div>
  )
}

function Row({ answer }: { answer: InviteAnswer }) {
  const { person, state, invited } = answer
  const link = invited?.link
  return (
    <li className="invitation">
      <div className="invitation-words">
        <p className="invitation-email">
          <bdi>{state === 'no-address' ? person.typed : person.address}</bdi>{' '}
          {state !== 'no-address' && person.name && <bdi className="muted invite-name">{person.name}</bdi>}
        </p>
        <div className="invitation-facts muted">
          <Outcome {...answer} />
        </div>
      </div>
      {link && (
        <div className="invitation-acts">
          <CopyButton
            // An installation without PUBLIC_URL knows only the path.
            text={new URL(link.link, globalThis.location.origin).href}
            label={`Copy the link for ${link.email}`}
          />
        </div>
      )}
    </li>
  )
}

/** Says in a word what came of an address, and in a sentence why, or what to do. */
function Outcome({ state, invited, failure }: InviteAnswer) {
  const { sendsMail } = useSite()
  if (state === 'waiting') return <>Waiting</>
  if (state === 'no-address') return <Words tone="red" word="Not an address" why="Mail can’t be sent to this." />
  if (state === 'untried') return <Words tone="grey" word="Not tried" why="Send it again." />
  if (invited) {
    const word = invited.replacesEarlier ? 'Already invited' : 'Invited'
    const done = sendsMail ? 'Sent again; the earlier link has ended.' : 'The earlier link has ended.'
    return <Words tone="green" word={word} why={invited.replacesEarlier ? done : ''} />
  }
  const code = failure instanceof CallError ? failure.code : undefined
  const holder = holderOf(failure)
  if (holder)
    return (
      <>
        <Words tone="blue" word="Has an account" why="" />
        <HolderLink holder={holder} />
        {holder.isDeactivated && <DeactivatedBadge />}
        <RoleBadges roles={holder.role} />
      </>
    )
  if (code === 'email-taken') return <Words tone="blue" word="Has an account" why="" />
  if (code === 'too-many-requests')
    return (
      <Words tone="amber" word="Limit reached" why={`${explainError(failure).explanation} It stays in the field.`} />
    )
  const isRefused = code === 'forbidden' || code === 'invalid-input'
  return <Words tone="red" word={isRefused ? 'Refused' : 'Failed'} why={explainRefusal(failure).explanation} />
}

function Words({ tone, word, why }: { tone: BadgeTone; word: string; why: string }) {
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      {why && <span>{why}</span>}
    </>
  )
}
