import { type ReactNode, useState } from 'react'
import type { Setting } from '#shared/site/settings-contract.ts'
import { readSignUp, type SettingName, settingNames, settingRefusal, settingRules } from '#shared/site/settings.ts'
import { CallError } from '#web/lib/call-error.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { LeaveGuard } from '../leave-guard.tsx'
import { useSaveSettings } from './use-save-settings.ts'
import './settings-form.css'

type Values = Record<SettingName, string>

const labels: Readonly<Record<SettingName, string>> = {
  productName: 'Product name',
  bannerText: 'Banner',
  homeTitle: 'Title of the home page',
  homeText: 'Text of the home page',
  homeAbout: 'About',
  signUp: 'Who may create an account',
  mailSender: 'Sender of mails',
}

const descriptions: Readonly<Record<SettingName, string>> = {
  productName: 'Stands in the header, in the title of every page, and in mails.',
  bannerText: 'One line above every page. Empty: no banner.',
  homeTitle: 'What strangers read first.',
  homeText: 'Stands below the title.',
  homeAbout: 'What this installation is for, and of whom. Empty: that part is left out.',
  signUp: 'Whom somebody invites, or an administrator adds, has an account in any case but the last.',
  mailSender: 'The name before the address from which mails come.',
}

const valuesOf = (settings: readonly Setting[]): Values =>
  Object.fromEntries(settings.map(({ name, value }) => [name, value])) as Values

/** Changes the settings, all that were changed at once. */
export function SettingsForm({ settings }: { settings: readonly Setting[] }) {
  const { save, readAgain, isSaving, failure } = useSaveSettings()
  const [base, setBase] = useState(settings)
  const form = useForm<Values>({
    initial: valuesOf(settings),
    labels,
    also: (values) =>
      Object.fromEntries(
        changed(values).flatMap(({ name, value }) => {
          const refusal = value === null ? undefined : settingRefusal(name, value)
          return refusal ? [[name, `${labels[name]} ${refusal}.`]] : []
        }),
      ),
  })

  function changed(values: Values) {
    return settings.flatMap(({ name, value: was, default: byDefault, isLocked }) => {
      const value = values[name].trim()
      return isLocked || value === was ? [] : [{ name, value: value === byDefault ? null : value, was }]
    })
  }
  const changes = changed(form.values)

  if (settings !== base) {
    setBase(settings)
    // What was not touched here is what others have set; what was typed stays.
    const untouched = base.filter(({ name, value }) => form.values[name].trim() === value)
    const now = valuesOf(settings)
    form.change(Object.fromEntries(untouched.map(({ name }) => [name, now[name]])))
  }

  async function onSubmit(): Promise<boolean> {
    if (isSaving || changes.length === 0) return true
    if (!form.check()) return false
    const refused = await save(changes)
    if (!refused) return true
    const contested = contestedBy(refused.failure)
    if (!contested) return !form.refuse(refused.failure)
    const now = (await readAgain()).find(({ name }) => name === contested)
    if (now?.isLocked) form.change({ [contested]: now.value })
    else
      form.mark(contested, `Somebody else has set this to ‘${now?.value ?? ''}’ meanwhile. Save again to replace it.`)
    return false
  }

  const partOf = (name: SettingName) => {
    const setting = settings.find((one) => one.name === name)
    return {
      setting,
      isLocked: setting?.isLocked ?? false,
      description: (
        <About words={descriptions[name]} setting={setting} onDefault={(value) => form.change({ [name]: value })} />
      ),
    }
  }
  const line = (name: SettingName) => {
    const { isLocked, description } = partOf(name)
    return (
      <TextField {...form.field(name)} dir="auto" autoComplete="off" description={description} readOnly={isLocked} />
    )
  }
  const lines = (name: SettingName) => {
    const { isLocked, description } = partOf(name)
    return (
      <TextArea
        label={labels[name]}
        description={description}
        error={form.errors[name]}
        value={form.values[name]}
        onChange={(value) => form.change({ [name]: value })}
        limit={settingRules[name].max}
        rows={3}
        readOnly={isLocked}
      />
    )
  }

  return (
    <Form label="Settings" onSubmit={onSubmit}>
      <Part title="Name and words">
        {line('productName')}
        {line('bannerText')}
        {line('homeTitle')}
        {lines('homeText')}
        {lines('homeAbout')}
      </Part>
      <Part title="Accounts">
        <WhoJoins
          value={form.values.signUp}
          error={form.errors.signUp}
          isLocked={partOf('signUp').isLocked}
          description={partOf('signUp').description}
          onChange={(signUp) => form.change({ signUp })}
        />
      </Part>
      <Part title="Mail">{line('mailSender')}</Part>
      {failure && !form.isAbout(failure) && (
        <FailureNotice title="Nothing was changed; what you typed is kept" {...explainRefusal(failure)} />
      )}
      <FormActions>
        <Button type="submit" loading={isSaving} disabled={changes.length === 0}>
          Save settings
        </Button>
      </FormActions>
      <LeaveGuard isUnsaved={changes.length > 0} title="Leave without saving?">
        What you changed of the settings would be lost.
      </LeaveGuard>
    </Form>
  )
}

/** Returns the setting that somebody else has changed meanwhile, if that is why it was refused. */
function contestedBy(failure: unknown): SettingName | undefined {
  if (!(failure instanceof CallError) || failure.code !== 'conflict') return undefined
  return settingNames.find((name) => name === failure.field)
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="surface settings-part" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Says what a setting is for, and who set it or why it can't be set. */
function About({
  words,
  setting,
  onDefault,
}: {
  words: string
  setting: Setting | undefined
  onDefault: (value: string) => void
}) {
  return (
    <>
      {words}
      {setting?.isLocked && (
        <>
          {' '}
          Set by <code>{setting.variable}</code>, which wins.
        </>
      )}
      {setting?.changedOn && !setting.isLocked && (
        <>
          {' '}
          Set by {setting.changedBy?.fullName} <TimeAgo value={setting.changedOn} />.{' '}
          <QuietButton onClick={() => onDefault(setting.default)}>
            Take the default<span className="visually-hidden"> of {labels[setting.name]}</span>
          </QuietButton>
        </>
      )}
    </>
  )
}

const modes = [
  { value: 'open', label: 'Everybody' },
  { value: 'domains', label: 'Whoever has an address of a named domain' },
  { value: 'invitation', label: 'Whom an administrator invites' },
  { value: 'closed', label: 'Nobody' },
]

function WhoJoins({
  value,
  error,
  isLocked,
  description,
  onChange,
}: {
  value: string
  error: string | undefined
  isLocked: boolean
  description: ReactNode
  onChange: (value: string) => void
}) {
  const { sendsMail } = useSite()
  const mode = modes.find((one) => one.value === value)?.value ?? 'domains'
  const isOfDomains = mode === 'domains'
  return (
    <>
      <SelectField
        label={labels.signUp}
        description={description}
        options={modes}
        value={mode}
        disabled={isLocked}
        error={isOfDomains ? undefined : error}
        // Empty until domains are named.
        onChange={({ currentTarget }) => onChange(currentTarget.value === 'domains' ? '' : currentTarget.value)}
      />
      {isOfDomains && (
        <TextField
          label="Domains"
          description="With commas between them, such as example.com, example.org"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          error={
            error && (value === '' || !readSignUp(value)) ? 'Name at least one domain, such as example.com.' : error
          }
          readOnly={isLocked}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
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
