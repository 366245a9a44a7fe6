import type { ReactNode } from 'react'
import { useSite } from '#web/lib/session/site.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Choice } from './choice.tsx'

const modes = [
  { value: 'open', label: 'Everybody' },
  { value: 'domains', label: 'Whoever has an address of a named domain' },
  { value: 'invitation', label: 'Whom an administrator invites' },
  { value: 'closed', label: 'Nobody' },
]

/** Chooses who may create an account. */
export function WhoJoins({
  label,
  description,
  mode,
  domains,
  error,
  isLocked,
  onChange,
}: {
  label: string
  description: ReactNode
  mode: string
  domains: string
  error: string | undefined
  isLocked: boolean
  onChange: (mode: string, domains: string) => void
}) {
  const { sendsMail } = useSite()
  const isOfDomains = mode === 'domains'
  return (
    <>
      <Choice
        label={label}
        description={description}
        options={modes}
        value={mode}
        error={isOfDomains && !isLocked ? undefined : error}
        isLocked={isLocked}
        onChange={(chosen) => onChange(chosen, domains)}
      />
      {isOfDomains && (
        <TextField
          label="Domains"
          description="With commas between them, such as example.com, example.org"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={domains}
          error={isLocked ? undefined : error}
          readOnly={isLocked}
          onChange={({ currentTarget }) => onChange(mode, currentTarget.value)}
        />
      )}
      {isOfDomains && !sendsMail && (
        <Notice tone="warning" title="Nobody can create an account this way yet">
          Addresses are confirmed by mail, and no mail goes out from here.
        </Notice>
      )}
    </>
  )
}
