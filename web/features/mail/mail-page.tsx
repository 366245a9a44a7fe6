import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconArrowLeft, IconMailCheck, IconSend } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import type { Mails, SentMail, UnsentMail } from '#shared/mail/contract.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { mailsQuery } from './mail-queries.ts'
import { ReceivedMails } from './received-mails.tsx'
import { useMailActs } from './use-mail-acts.ts'
import './mail-page.css'

/** Shows whether mail goes out, and what did not, and has it tried again. */
export function MailPage() {
  const { data: mails, error, isFetching, refetch } = useQuery(mailsQuery)
  useGuardAgain(mails ? undefined : error)
  return (
    <Page
      title="Mail"
      width="text"
      back={
        <Link to={paths.userList}>
          <IconArrowLeft size={16} aria-hidden />
          Users
        </Link>
      }
      description="Mail that the product sends by itself. What the mail server does not take is tried again for 24 hours; what it refuses, and what was sent, stands here for a month."
    >
      {mails ? (
        <Shown mails={mails} />
      ) : error ? (
        <LoadError
          title="The mails could not be loaded"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      ) : (
        <Loading label="Loading the mails">
          <Skeleton height="160px" radius="10px" />
        </Loading>
      )}
      <ReceivedMails />
    </Page>
  )
}

function Shown({ mails }: { mails: Mails }) {
  const facts = useRef<HTMLParagraphElement>(null)
  // The button is removed with its mail, so the focus moves on.
  const acts = useMailActs(() => facts.current?.focus())
  return (
    <>
      <State mails={mails} isReleasing={acts.isReleasing} onRelease={acts.release} />
      <div className="mail-bar">
        <p className="mail-counts muted" ref={facts} tabIndex={-1}>
          {mails.failed} failed · {mails.waiting} waiting · {mails.sentLately} sent in 24 hours
        </p>
        {mails.state === 'ready' && (
          <Button
            size="xs"
            variant="default"
            icon={<IconSend size={14} aria-hidden />}
            loading={acts.isTesting}
            onClick={acts.sendTest}
          >
            Send test mail
          </Button>
        )}
      </div>
      {mails.result.length === 0 ? (
        <EmptyState icon={<IconMailCheck size={28} stroke={1.5} />} title="Nothing is stuck">
          {mails.state === 'ready' ? `Mail goes out from ${mails.from ?? ''}.` : 'No unsent mail.'}
        </EmptyState>
      ) : (
        <ul className="surface mails" aria-label="Unsent mails">
          {mails.result.map((mail) => (
            <MailRow
              key={mail._id}
              mail={mail}
              isSending={acts.trying === mail._id}
              onTryAgain={() => acts.tryAgain(mail._id)}
            />
          ))}
        </ul>
      )}
      {mails.sent.length > 0 && <Sent mails={mails.sent} />}
    </>
  )
}

/** Shows what went, for the question whether somebody was mailed. */
function Sent({ mails }: { mails: readonly SentMail[] }) {
  return (
    <details className="mails-sent">
      <summary>
        {mails.length === 1 ? 'The last mail that was sent' : `The last ${mails.length} mails that were sent`}
      </summary>
      <ul className="surface mails" aria-label="Sent mails">
        {mails.map(({ _id, title, address, sentOn }) => (
          <li key={_id} className="mail">
            <p className="mail-words mail-title">
              {title} <span className="mail-address">to {address}</span>
            </p>
            <span className="mail-facts muted">
              <TimeAgo value={sentOn} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Says why no mail goes out; nothing while it does. */
function State({
  mails: { state, heldOn, waiting },
  isReleasing,
  onRelease,
}: {
  mails: Mails
  isReleasing: boolean
  onRelease: () => void
}) {
  const words = whyNot[state]
  return (
    <>
      {words && (
        <Notice tone="warning" title={words.title}>
          {words.text}
        </Notice>
      )}
      {heldOn !== null && (
        <Notice tone="warning" title="Mail is held after a restore">
          <p>
            It was restored <TimeAgo value={heldOn} />. Release mail if this is the installation that people use; in a
            copy, leave it held, so that nobody is mailed twice.{' '}
            {waiting === 1 ? '1 mail waits' : `${waiting} mails wait`}; what waits for more than 24 hours is not sent.
          </p>
          <div className="mail-release">
            <Button size="xs" loading={isReleasing} onClick={onRelease}>
              Release mail
            </Button>
          </div>
        </Notice>
      )}
    </>
  )
}

const whyNot: Readonly<Partial<Record<Mails['state'], { title: string; text: ReactNode }>>> = {
  off: {
    title: 'No mail goes out',
    text: (
      <>
        There is no mail server: whoever runs this product has to set <code>SMTP_URL</code> and <code>MAIL_FROM</code>.
      </>
    ),
  },
  'no-public-url': {
    title: 'No mail goes out',
    text: (
      <>
        Links in mails would lead nowhere: whoever runs this product has to set <code>PUBLIC_URL</code> to its address.
      </>
    ),
  },
}

function MailRow({ mail, isSending, onTryAgain }: { mail: UnsentMail; isSending: boolean; onTryAgain: () => void }) {
  return (
    <li className="mail">
      <div className="mail-words">
        <p className="mail-title">
          {mail.title} <span className="mail-address">to {mail.address}</span>
        </p>
        <p className="mail-reason">
          {mail.reason ?? (mail.failedOn ? 'It could not be sent within 24 hours.' : 'It was not tried yet.')}
        </p>
        <p className="mail-facts muted">
          <span>
            Created <TimeAgo value={mail.createdOn} />
          </span>
          <span>{triedWords(mail.attempts)}</span>
          <span>{mail.failedOn ? 'given up' : 'is tried again'}</span>
        </p>
      </div>
      <Button size="xs" variant="default" loading={isSending} onClick={onTryAgain}>
        Try again{' '}
        <span className="visually-hidden">
          &nbsp;{mail.title} to {mail.address}
        </span>
      </Button>
    </li>
  )
}

function triedWords(attempts: number): string {
  if (attempts === 0) return 'not tried'
  return attempts === 1 ? 'tried once' : `tried ${attempts} times`
}
