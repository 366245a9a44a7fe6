import { IconLinkOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { maxTitleLength } from '#shared/bugs/words.ts'
import {
  checkMailReport,
  type ConfirmedReport,
  confirmMailReport,
  mailReportDays,
  maxMailReportLength,
  type WaitingReport,
} from '#shared/mail-reports/contract.ts'
import { maxNameLength } from '#shared/users/contract.ts'
import { SimilarBugs } from '#web/features/similar/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError, explainRefusal } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import './follow-report.css'

/**
 * Shows a mail to its sender, who makes it a report by a press. Opening the page changes nothing, because programs that look for
 * harm in mails open links too.
 */
export function ConfirmReportPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const client = useQueryClient()
  const queryKey = ['mail-report', token]
  const { data, error, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(checkMailReport, { body: { token }, signal })).result,
    // Asked once, so that the form doesn't change while it is filled in.
    staleTime: Infinity,
    gcTime: 0,
  })
  const waiting = data?.waiting
  return (
    <Page
      title="Send your report"
      width="text"
      description={waiting && `Your mail becomes a report to ${waiting.productName} once you press the button.`}
    >
      {data === undefined && !error && (
        <Loading label="Checking the link">
          <Skeleton height="320px" radius="10px" />
        </Loading>
      )}
      {data === undefined && error && (
        <LoadError
          title="The link could not be checked"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
          kept="The link stays valid."
        />
      )}
      {data === null && (
        <EmptyState icon={<IconLinkOff size={28} stroke={1.5} />} title="This link can’t be used any more">
          Mails that nobody confirms within {mailReportDays} days are deleted. Mail programs sometimes cut long links
          off: open it from the mail again, or write a new mail.
        </EmptyState>
      )}
      {waiting && (
        <Waiting
          waiting={waiting}
          token={token}
          onConfirmed={(confirmed) => client.setQueryData(queryKey, { confirmed })}
          onGone={() => client.setQueryData(queryKey, null)}
        />
      )}
      {data?.confirmed && <Confirmed confirmed={data.confirmed} />}
    </Page>
  )
}

/** Leads to the report’s own page, which says all about it. */
function Confirmed({ confirmed: { key, page } }: { confirmed: ConfirmedReport }) {
  const navigate = useNavigate()
  useEffect(() => {
    if (page !== undefined) void navigate({ to: page, replace: true })
  }, [navigate, page])
  if (page !== undefined) return null
  return (
    <div role="status">
      <Notice tone="success" title={`Your report is ${key}`}>
        <Link to={paths.viewBug(key)}>Open it</Link>
      </Notice>
    </div>
  )
}

function Waiting({
  waiting,
  token,
  onConfirmed,
  onGone,
}: {
  waiting: WaitingReport
  token: string
  onConfirmed: (confirmed: ConfirmedReport) => void
  onGone: () => void
}) {
  const { productName } = useSite()
  const [texts, setTexts] = useState({ title: waiting.title, description: waiting.description, name: waiting.name })
  const [isChecked, setIsChecked] = useState(false)
  const [isJoined, setIsJoined] = useState(false)
  const wrong = isChecked ? mistakesOf(texts) : {}
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: () => {
      const { title, description, name } = texts
      return call(confirmMailReport, {
        body: { token, title, description, ...(waiting.reporter === 'new' && { name }) },
      })
    },
    onSuccess: ({ result }) => onConfirmed(result),
    onError: (failure) => {
      if (failure instanceof CallError && failure.code === 'forbidden' && failure.field === 'token') onGone()
    },
  })
  const set = (name: keyof typeof texts) => (text: string) => setTexts({ ...texts, [name]: text })

  function submit(): boolean | Promise<boolean> {
    setIsChecked(true)
    if (Object.keys(mistakesOf(texts)).length > 0) return false
    return mutateAsync().then(
      () => true,
      () => true,
    )
  }

  return (
    <div className="confirm-report">
      {waiting.isOwnAccount && (
        <SimilarBugs
          texts={{ title: texts.title, description: texts.description, stepsToReproduce: '' }}
          onDiscard={() => setIsJoined(true)}
          onBringBack={() => setIsJoined(false)}
          onCount={() => {}}
        />
      )}
      {!isJoined && (
        <Form label="Send your report" onSubmit={submit}>
          <TextField
            label="Title"
            value={texts.title}
            maxLength={maxTitleLength}
            error={wrong.title}
            readOnly={isPending}
            onChange={(event) => set('title')(event.currentTarget.value)}
          />
          <TextArea
            label="What happens"
            rows={8}
            limit={maxMailReportLength}
            value={texts.description}
            error={wrong.description}
            readOnly={isPending}
            onChange={set('description')}
          />
          {waiting.fileNames.length > 0 && (
            <div>
              <p>With these files:</p>
              <ul className="confirm-report-files">
                {waiting.fileNames.map((name, index) => (
                  <li key={`${index} ${name}`} dir="auto">
                    {name}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {waiting.reporter === 'new' ? (
            <TextField
              label="Your name"
              description="Everybody who sees the report sees it; your address nobody does."
              value={texts.name}
              maxLength={maxNameLength}
              autoComplete="name"
              error={wrong.name}
              readOnly={isPending}
              onChange={(event) => set('name')(event.currentTarget.value)}
            />
          ) : (
            <p className="muted">
              It is reported by <strong>{waiting.name}</strong>
              {waiting.reporter === 'account' && `, your account in ${productName}`}.
            </p>
          )}
          {error && !isPending && (
            <FailureNotice title="Your report was not sent; its texts are kept here" {...explainRefusal(error)} />
          )}
          <FormActions>
            <Button type="submit" loading={isPending}>
              Send report
            </Button>
            <SendShortcut verb="to send" />
          </FormActions>
        </Form>
      )}
    </div>
  )
}

function mistakesOf(texts: { title: string; description: string; name: string }): Partial<typeof texts> {
  return {
    ...(texts.title.trim() === '' && { title: 'Say in a few words what it is about' }),
    ...(texts.description.trim() === '' && { description: 'Say what happens' }),
    ...(texts.description.length > maxMailReportLength && { description: 'This is more text than a report can have' }),
    ...(texts.name.trim() === '' && { name: 'Say what you are called; any name will do' }),
  }
}
