import type { ChatMessage } from '#shared/chat/chat-message.ts'
import type { Conversation } from '#shared/chat/contract.ts'
import { BugTextFields } from '#web/features/bugs/public.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useReportFromChat } from './use-report-from-chat.ts'

/** Shows the report form, filled in from the messages. */
export function ReportFromChat({
  conversation,
  messages,
  onCancel,
  onReported,
}: {
  conversation: Conversation
  /** The messages from which the bug is created. */
  messages: readonly ChatMessage[]
  onCancel: () => void
  onReported: () => void
}) {
  const { visitor } = conversation
  const { fields, submit, isSending, failure, sendsLink, setSendsLink } = useReportFromChat(
    conversation,
    messages,
    onReported,
  )
  const { sendsMail } = useSite()
  return (
    <Dialog title="Make a bug of this conversation" onClose={onCancel}>
      <Form label="Report a bug" onSubmit={submit}>
        <Reporter visitor={conversation.visitor} />
        <BugTextFields fields={fields} />
        {sendsMail && visitor._id === undefined && visitor.email !== undefined && !visitor.isEmailConfirmed && (
          <Checkbox
            label={`Mail a link to the report to ${visitor.email}`}
            description="Whoever reads the mail there can follow the bug and answer, without an account. Nobody has confirmed the address."
            checked={sendsLink}
            onChange={setSendsLink}
          />
        )}
        {failure && <FailureNotice title="The bug was not reported; its texts are kept" {...explainRefusal(failure)} />}
        <FormActions>
          <Button type="submit" loading={isSending}>
            Report
          </Button>
          <Button variant="default" onClick={onCancel}>
            Back to the messages
          </Button>
          <SendShortcut verb="to report" />
        </FormActions>
      </Form>
    </Dialog>
  )
}

function Reporter({ visitor }: Pick<Conversation, 'visitor'>) {
  const { name } = useSession()
  const { sendsMail } = useSite()
  return (
    <p className="muted">
      The reporter will be{' '}
      {visitor._id !== undefined ? (
        <>
          <strong>{visitor.name}</strong>, who is told what becomes of it in this conversation.
        </>
      ) : visitor.email !== undefined ? (
        <>
          <strong>{visitor.name}</strong>, known by the address {visitor.email}
          {sendsMail && visitor.isEmailConfirmed && ', who is mailed a link to the report and what becomes of it'}.
        </>
      ) : (
        <>
          <strong>{name}</strong> (you), because the visitor has no account and has left no address.
        </>
      )}
    </p>
  )
}
