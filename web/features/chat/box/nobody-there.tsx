import { type FormEvent, useState } from 'react'
import { maxEmailLength } from '#shared/users/contract.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { Channel } from '../channel/channel.ts'
import type { Thread } from '../channel/thread.ts'
import { type EmailLeaving, useLeaveEmail } from './use-leave-email.ts'
import './nobody-there.css'

/** Says while nobody can answer that messages are kept, and lets visitors leave an address for the answer. */
export function NobodyThere({ channel, thread }: { channel: Channel; thread: Thread }) {
  const leaving = useLeaveEmail(channel)
  const { sendsMail } = useSite()
  return (
    <div className="nobody-there">
      <p>Nobody is here right now. Your message is kept, and the answer will stand here.</p>
      {leaving.left === undefined ? (
        // An address belongs to a conversation, which begins with its first message.
        thread.conversationId !== undefined && !thread.canBeReached && <EmailForm leaving={leaving} />
      ) : (
        <p role="status">
          The team can write to <strong>{leaving.left}</strong>.
          {sendsMail && ' Answers that you don’t read here are mailed there, once you say so in the first mail.'}{' '}
          <button type="button" className="nobody-there-button" onClick={() => void leaving.takeBack()}>
            Take it back
          </button>
        </p>
      )}
    </div>
  )
}

function EmailForm({ leaving }: { leaving: EmailLeaving }) {
  const [email, setEmail] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void leaving.leave(email)
  }
  return (
    <form className="nobody-there-form" aria-label="Leave an address" noValidate onSubmit={submit}>
      <TextField
        type="email"
        size="xs"
        label="E-mail for the answer"
        placeholder="you@example.com"
        autoComplete="email"
        maxLength={maxEmailLength}
        value={email}
        error={leaving.error}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" loading={leaving.isPending}>
        Leave address
      </Button>
    </form>
  )
}
