import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { hearLess } from '#shared/mail/contract.ts'
import { type LessMailOf, lessMailOf } from '#shared/mail/words.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { isLinkRefused, MailLinkPage } from './mail-link-page.tsx'
import { useLinkToken } from './use-link.ts'

/** One thing that a link of a mail does when its button is pressed. */
interface Act {
  readonly button: string
  readonly level?: 'mentions' | 'nothing'
  /** The heading once it is done. */
  readonly done: string
  /** What holds from then on, and where that is changed back. */
  readonly after: ReactNode
}

interface Words {
  readonly title: string
  readonly description: ReactNode
  readonly acts: readonly [Act, ...Act[]]
}

/**
 * Shows the page of the link in a mail by which somebody is mailed less. It asks nothing, so it says no more of the bug than whoever
 * has the link knows.
 */
export function LessMailPage() {
  const token = useLinkToken()
  const { productName } = useSite()
  const [isRefused, setIsRefused] = useState(false)
  const [done, setDone] = useState<Act>()
  const about = lessMailOf.find((name) => token.startsWith(`${name}.`))
  const words = about && wordsOf(about, token, productName)
  return (
    <MailLinkPage
      title={done?.done ?? words?.title ?? 'Fewer mails'}
      description={words?.description}
      isRefused={words === undefined || isRefused}
      refusal="Nothing was changed. Mail programs sometimes cut long links off: open it from the mail again, or copy all of it."
      done={done?.after}
    >
      {words && <Acts token={token} acts={words.acts} onDone={setDone} onRefused={() => setIsRefused(true)} />}
    </MailLinkPage>
  )
}

function Acts({
  token,
  acts,
  onDone,
  onRefused,
}: {
  token: string
  acts: Words['acts']
  onDone: (act: Act) => void
  onRefused: () => void
}) {
  const client = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ level }: Act) => call(hearLess, { body: { token, ...(level && { level }) } }),
    onSuccess: (_, act) => {
      // Of whoever is logged in: the profile and the bug show it at once.
      void client.invalidateQueries()
      onDone(act)
    },
    onError: (failure) => {
      if (isLinkRefused(failure)) onRefused()
    },
  })
  return (
    <>
      {error && !isPending && <FailureNotice title="Nothing was changed" {...explainError(error)} />}
      <div className="auth-acts">
        {acts.map((act, index) => (
          <Button
            key={act.button}
            variant={index === 0 ? 'filled' : 'default'}
            loading={isPending && variables === act}
            onClick={() => isPending || mutate(act)}
          >
            {act.button}
          </Button>
        ))}
      </div>
    </>
  )
}

function wordsOf(about: LessMailOf, token: string, productName: string): Words {
  if (about === 'bug') return aboutBug(token, productName)
  if (about === 'view') return aboutView(token)
  if (about === 'report') return aboutReport
  return about === 'all' ? aboutAll(productName) : aboutChat
}

function aboutBug(token: string, productName: string): Words {
  // Whom it is for comes first, then the bug.
  const [, , bugId = ''] = token.split('.')
  const changeBack = (
    <>
      To hear more again, choose how much on <Link to={paths.viewBug(bugId)}>the bug’s page</Link>.
    </>
  )
  return {
    title: 'Hear less about this bug',
    description: `That goes for mails and for notifications in ${productName}. Nothing has changed yet.`,
    acts: [
      {
        button: 'Only when I’m mentioned',
        level: 'mentions',
        done: 'You hear less about this bug',
        after: <>You are told only when somebody mentions you. {changeBack}</>,
      },
      {
        button: 'Nothing more about this bug',
        level: 'nothing',
        done: 'You hear nothing more about this bug',
        after: <>You are told of nothing that happens to it. {changeBack}</>,
      },
    ],
  }
}

function aboutView(token: string): Words {
  const [, , view = ''] = token.split('.')
  return {
    title: 'Stop telling me about this view',
    description: 'That goes for mails and for notifications. Nothing has changed yet.',
    acts: [
      {
        button: 'Stop telling me about it',
        done: 'You hear nothing more of this view',
        after: (
          <>
            To be told again, use the bell beside{' '}
            <Link to={paths.bugList} search={{ view }}>
              the view
            </Link>
            .
          </>
        ),
      },
    ],
  }
}

function aboutAll(productName: string): Words {
  const profile = <Link to={paths.profile}>Your profile</Link>
  return {
    title: 'Stop mails about bugs',
    description: (
      <>
        What happens still shows in {productName}, under the bell. Rather fewer than none? {profile} has one mail a day
        or a week instead.
      </>
    ),
    acts: [
      {
        button: 'Stop these mails',
        done: 'No more mails about bugs',
        after: (
          <>
            What happens still shows in {productName}, under the bell. {profile} turns them on again, also as one mail a
            day or a week.
          </>
        ),
      },
    ],
  }
}

const aboutReport: Words = {
  title: 'Stop mails about your report',
  description: 'The page of your report still shows what happens. Nothing has changed yet.',
  acts: [
    {
      button: 'Stop these mails',
      done: 'No more mails about your report',
      after: 'The page of your report still shows what happens, and has them mailed again if you want.',
    },
  ],
}

const aboutChat: Words = {
  title: 'Stop mails about your chat',
  description: 'Answers still come to the chat itself. Nothing has changed yet.',
  acts: [
    {
      button: 'Stop these mails',
      done: 'No more mails about your chat',
      after:
        'Answers still come to the chat itself. To get them by mail again, sign in with a confirmed address, and leave it in the chat.',
    },
  ],
}
