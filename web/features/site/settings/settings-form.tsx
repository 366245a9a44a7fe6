import { type ReactNode, useState } from 'react'
import { settableLevels } from '#shared/following/usual-levels.ts'
import type { Setting } from '#shared/site/settings-contract.ts'
import {
  levelSettings,
  readSignUp,
  type SettingName,
  settingNames,
  settingRefusal,
  settingRules,
} from '#shared/site/settings.ts'
import { CallError } from '#web/lib/call-error.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { levelWords } from '#web/lib/level-words.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { LeaveGuard } from '../leave-guard.tsx'
import { Choice } from './choice.tsx'
import { type SettingChange, useSaveSettings } from './use-save-settings.ts'
import { WhoJoins } from './who-joins.tsx'
import './settings-form.css'

/** Who may sign up is chosen in words, beside which domains are typed. */
type Values = Record<SettingName | 'domains', string>

const labels: Readonly<Record<keyof Values, string>> = {
  productName: 'Product name',
  bannerText: 'Banner',
  homeTitle: 'Title of the home page',
  homeText: 'Text of the home page',
  homeAbout: 'About',
  signUp: 'Who may create an account',
  domains: 'Domains',
  mailSender: 'Sender of mails',
  newsForAssignees: 'Assigned to them',
  newsForReporters: 'Reported by them',
  newsForAffected: 'Affects them',
  newsForFollowers: 'Commented on or followed',
}

const descriptions: Readonly<Record<SettingName, string>> = {
  productName: 'Stands in the header, in the title of every page, and in mails.',
  bannerText: 'One line above every page. Empty: no banner.',
  homeTitle: 'What strangers read first.',
  homeText: 'Stands below the title.',
  homeAbout: 'What this installation is for, and of whom. Empty: that part is left out.',
  signUp: 'Administrators invite people in all but the last.',
  mailSender: 'The name before the address from which mails come.',
  newsForAssignees: 'Whoever has to solve it.',
  newsForReporters: 'Whoever wrote the report.',
  newsForAffected: 'Whoever said so, and has not commented.',
  newsForFollowers: 'Everybody else who follows it.',
}

const levels = settableLevels.map((level) => ({ value: level, label: levelWords[level].name }))

/** What the form has for the value of a setting. */
function valuesFor(name: SettingName, value: string): Partial<Values> {
  if (name !== 'signUp') return { [name]: value }
  const isOfDomains = readSignUp(value)?.signUp === 'domains'
  return { signUp: isOfDomains ? 'domains' : value, domains: isOfDomains ? value : '' }
}

const valuesOf = (settings: readonly Setting[]) =>
  Object.assign({}, ...settings.map(({ name, value }) => valuesFor(name, value))) as Values

/** The value of a setting as it is in the form. */
const typedOf = (values: Values, name: SettingName) =>
  (name === 'signUp' && values.signUp === 'domains' ? values.domains : values[name]).trim()

const ofLevels: readonly SettingName[] = Object.values(levelSettings)

/** @param value as it is stored; levels are told in words */
function contested({ name, value }: Setting): string {
  const told = ofLevels.includes(name) ? levels.find((level) => level.value === value)?.label : value
  return `Somebody else has set this to ‘${told}’ meanwhile. Save again to replace it.`
}

/** Changes the settings, all that were changed at once. */
export function SettingsForm({ settings }: { settings: readonly Setting[] }) {
  const { save, readAgain, isSaving, failure } = useSaveSettings()
  const [base, setBase] = useState(settings)
  const [toDefault, setToDefault] = useState<readonly SettingName[]>([])
  const form = useForm<Values>({
    initial: valuesOf(settings),
    labels,
    also: (values) =>
      Object.fromEntries(
        changesIn(values).flatMap(({ name, value }) => {
          if (name === 'signUp' && value === '') return [[name, 'Name at least one domain, such as example.com.']]
          const refusal = value === null ? undefined : settingRefusal(name, value)
          return refusal ? [[name, `${labels[name]} ${refusal}.`]] : []
        }),
      ),
  })

  function changesIn(values: Values): SettingChange[] {
    return settings.flatMap(({ name, value: was, default: byDefault, isLocked }): SettingChange[] => {
      const typed = typedOf(values, name)
      if (isLocked) return []
      if (toDefault.includes(name) && typed === byDefault) return [{ name, value: null, was }]
      return typed === was ? [] : [{ name, value: typed, was }]
    })
  }
  const changes = changesIn(form.values)

  if (settings !== base) {
    setBase(settings)
    for (const setting of settings) {
      const { name, value, isLocked } = setting
      const before = base.find((one) => one.name === name)?.value
      const typed = typedOf(form.values, name)
      // What was not touched here is as others have set it; what was typed stays, and is told apart.
      if (typed === before || isLocked) form.change(valuesFor(name, value))
      if (typed !== before && isLocked) form.mark(name, 'A variable of the environment sets this now.')
      else if (typed !== before && value !== before && typed !== value) form.mark(name, contested(setting))
    }
  }

  async function onSubmit(): Promise<boolean> {
    if (isSaving || changes.length === 0) return true
    if (!form.check()) return false
    const refused = await save(changes)
    if (!refused) {
      setToDefault([])
      return true
    }
    const name = contestedBy(refused.failure)
    const now = name && (await readAgain())?.find((one) => one.name === name)
    if (!now) return !form.refuse(refused.failure)
    const sent = changes.find((one) => one.name === name)?.value
    // Somebody may have set the same, such as this reader, whose answer was lost.
    if (!now.isLocked && now.value !== sent) form.mark(now.name, contested(now))
    return false
  }

  function takeDefault(name: SettingName, value: string) {
    setToDefault((names) => [...names, name])
    form.change(valuesFor(name, value))
  }
  const partsOf = (name: SettingName) => {
    const setting = settings.find((one) => one.name === name)
    const description = (
      <About words={descriptions[name]} setting={setting} onDefault={(value) => takeDefault(name, value)} />
    )
    return { isLocked: setting?.isLocked ?? false, description }
  }
  const line = (name: SettingName) => {
    const { isLocked, description } = partsOf(name)
    return (
      <TextField {...form.field(name)} dir="auto" autoComplete="off" description={description} readOnly={isLocked} />
    )
  }
  const lines = (name: SettingName) => {
    const { isLocked, description } = partsOf(name)
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
          {...partsOf('signUp')}
          label={labels.signUp}
          mode={form.values.signUp}
          domains={form.values.domains}
          error={form.errors.signUp}
          onChange={(signUp, domains) => form.change({ signUp, domains })}
        />
      </Part>
      <Part title="Mail">{line('mailSender')}</Part>
      <Part
        title="Notifications"
        about="How much people hear of a bug until they choose themselves, in their profile or at the bug. If several of these apply, the first counts."
      >
        <div className="settings-levels">
          {ofLevels.map((name) => (
            <Choice
              key={name}
              {...partsOf(name)}
              label={labels[name]}
              options={levels}
              value={form.values[name]}
              error={form.errors[name]}
              onChange={(value) => form.change({ [name]: value })}
            />
          ))}
        </div>
      </Part>
      {failure && !form.isAbout(failure) && (
        <FailureNotice title="Nothing was changed; what you typed is kept" {...explainRefusal(failure)} />
      )}
      <FormActions>
        {/* It keeps the focus when there is nothing left to save. */}
        <Button type="submit" loading={isSaving} aria-disabled={changes.length === 0 || undefined}>
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

function Part({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section className="surface settings-part" aria-label={title}>
      <h2>{title}</h2>
      {about && <p className="muted settings-about">{about}</p>}
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
