import { useQuery } from '@tanstack/react-query'
import { IconMailOpened } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { HeldMail, ReceivedMails as Mails } from '#shared/mail-in/contract.ts'
import { type CameBy, heldWords } from '#shared/mail-in/words.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { ActionMenu } from '#web/ui/overlays/action-menu.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { OriginalMail } from './original-mail.tsx'
import { receivedQuery } from './received-queries.ts'
import { type ReceivedAct, useReceivedActs } from './use-received-acts.ts'

/** Shows whether mail comes in, and what came and waits for an administrator. */
export function ReceivedMails() {
  const { data: mails, error, isFetching, refetch } = useQuery(receivedQuery)
  return (
    <section className="received" aria-labelledby="received-mails">
      <h2 id="received-mails">Mail that comes in</h2>
      {mails ? (
        <Shown mails={mails} />
      ) : error ? (
        <LoadError
          title="The received mails could not be loaded"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      ) : (
        <Loading label="Loading the received mails">
          <Skeleton height="120px" radius="10px" />
        </Loading>
      )}
    </section>
  )
}

function Shown({ mails }: { mails: Mails }) {
  const facts = useRef<HTMLParagraphElement>(null)
  // The buttons are removed with their mail, so the focus moves on.
  const { run, isPending } = useReceivedActs(() => facts.current?.focus())
  return (
    <>
      {mails.address === null ? (
        <p className="muted">
          No mail comes in: whoever runs this product has to set <code>MAIL_IN_ADDRESS</code>.
        </p>
      ) : (
        <p className="muted">
          Answers to mails become comments and messages. What could not be matched to a person and a bug waits here.
        </p>
      )}
      {(mails.address !== null || mails.held > 0) && (
        <>
          <p className="mail-counts received-counts muted" ref={facts} tabIndex={-1}>
            {mails.held} held · {mails.waiting} waiting · {mails.doneLately} taken and {mails.droppedLately} dropped in
            24 hours
          </p>
          {mails.result.length === 0 ? (
            <EmptyState icon={<IconMailOpened size={28} stroke={1.5} />} title="No mail waits for you">
              Mail is received at {mails.address}.
            </EmptyState>
          ) : (
            <ul className="surface mails" aria-label="Held mails">
              {mails.result.map((mail) => (
                <HeldRow
                  key={mail._id}
                  mail={mail}
                  isPending={isPending}
                  onAct={(act) => run({ act, receivedId: mail._id })}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </>
  )
}

const ways: Readonly<Record<CameBy, string>> = {
  smtp: 'delivered here',
  imap: 'from the mailbox',
  http: 'posted',
}

function HeldRow({
  mail,
  isPending,
  onAct,
}: {
  mail: HeldMail
  isPending: boolean
  onAct: (act: ReceivedAct) => void
}) {
  const [open, setOpen] = useState<'original' | Question>()
  const subject = mail.subject?.trim() || 'No subject'
  const { accept, revoke } = mail.abilities
  return (
    <li className="mail">
      <div className="mail-words">
        <p className="mail-title">
          {subject} <span className="mail-address">from {mail.from ?? 'an unknown sender'}</span>
        </p>
        <p className="mail-reason">{heldWords[mail.reason]}</p>
        <p className="mail-facts muted">
          <span>
            Received <TimeAgo value={mail.receivedOn} />
          </span>
          <span>{ways[mail.cameBy]}</span>
          {mail.answers && (
            <span>
              answers a {mail.answers.what} as <bdi>{mail.answers.fullName}</bdi>
            </span>
          )}
        </p>
      </div>
      <div className="received-acts">
        <Button size="xs" variant="default" onClick={() => setOpen('original')}>
          Show <span className="visually-hidden">&nbsp;{subject}</span>
        </Button>
        <ActionMenu
          label={`Actions for ${subject}`}
          entries={[
            accept && {
              key: 'accept',
              words: 'Accept',
              onRun: () => setOpen('accept'),
            },
            mail.reason !== 'too-large' && {
              key: 'again',
              words: 'Try again',
              onRun: () => onAct('again'),
            },
            revoke && {
              key: 'revoke',
              words: 'Take address back',
              onRun: () => setOpen('revoke'),
            },
            {
              key: 'remove',
              words: 'Delete',
              onRun: () => setOpen('remove'),
            },
          ]}
        />
      </div>
      {open === 'original' && <OriginalMail place={{ receivedId: mail._id }} onClose={() => setOpen(undefined)} />}
      {open !== undefined && open !== 'original' && (
        <Asked
          question={open}
          mail={mail}
          isPending={isPending}
          onConfirm={() => {
            onAct(open)
            setOpen(undefined)
          }}
          onCancel={() => setOpen(undefined)}
        />
      )}
    </li>
  )
}

type Question = Exclude<ReceivedAct, 'again'>

const questions: Readonly<Record<Question, { title: string; confirm: string; isDanger: boolean }>> = {
  accept: { title: 'Accept this mail?', confirm: 'Accept', isDanger: false },
  revoke: { title: 'Take this address back?', confirm: 'Take back', isDanger: true },
  remove: { title: 'Delete this mail?', confirm: 'Delete', isDanger: true },
}

function Asked({
  question,
  mail,
  ...rest
}: {
  question: Question
  mail: HeldMail
  isPending: boolean
  onConfirm: () => void
  onCancel: () => void
}) {
  return (
    <ConfirmDialog {...questions[question]} {...rest}>
      {question === 'remove' && 'It is deleted for good. Nobody is told.'}
      {question === 'revoke' &&
        'Mail to this address becomes nothing any more, whoever sends it. The next notification comes with another address.'}
      {question === 'accept' && (
        <p>
          Its words become{' '}
          {mail.answers ? (
            <>
              a {mail.answers.what === 'bug' ? 'comment' : 'message'} of <bdi>{mail.answers.fullName}</bdi>
            </>
          ) : (
            'a message of the visitor'
          )}
          . It came from {mail.from ?? 'an unknown sender'}. {heldWords[mail.reason]}
        </p>
      )}
    </ConfirmDialog>
  )
}
