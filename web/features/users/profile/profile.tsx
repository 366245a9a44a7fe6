import { type ReactNode, useRef, useState } from 'react'
import { messages } from '#web/lib/messages.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Badge } from '#web/ui/badges/badge.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { MySessions } from '../sessions/sessions-section.tsx'
import type { Me } from '../user-queries.ts'
import { AddressSection } from './address-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import { NotificationSection } from './notifications-section.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileNamesForm } from './profile-names-form.tsx'
import { ProfilePasswordForm } from './profile-password-form.tsx'
import './profile.css'

type Mode = 'view' | 'names' | 'password'

/** Shows one's own account, and the two forms to change it, of which one is open at a time. */
export function Profile({ me }: { me: Me }) {
  const [mode, setMode] = useState<Mode>('view')
  const isReader = useSession().has('canViewData')
  const editButton = useRef<HTMLButtonElement>(null)
  const passwordButton = useRef<HTMLButtonElement>(null)

  const latest = useRef<Mode>('view')

  function show(wanted: Mode) {
    latest.current = wanted
    setMode(wanted)
  }
  const toggle = (wanted: Mode) => show(mode === wanted ? 'view' : wanted)
  /** Closes a form that was sent, unless another one was opened meanwhile, and moves the focus out of it. */
  function close(sent: Mode) {
    if (latest.current !== sent) return
    const opener = sent === 'names' ? editButton : passwordButton
    show('view')
    opener.current?.focus()
  }

  return (
    <div className="profile-page">
      {me.isDemo && (
        <Notice title="This is the demo account">
          Everybody can use it: others see and change its names too, and its password is locked. Create another account
          to try everything.
        </Notice>
      )}
      <div className="surface profile">
        <Person me={me}>
          <Button ref={editButton} variant="default" onClick={() => toggle('names')}>
            {mode === 'names' ? messages.profile.cancelEdit : messages.profile.edit}
          </Button>
          <Button ref={passwordButton} variant="default" onClick={() => toggle('password')}>
            {mode === 'password' ? messages.profile.cancelPasswordChange : messages.profile.changePassword}
          </Button>
        </Person>
        {mode === 'view' && <ProfileFacts me={me} />}
        {mode === 'names' && <ProfileNamesForm me={me} onDone={() => close('names')} />}
        {mode === 'password' && <ProfilePasswordForm me={me} onDone={() => close('password')} />}
      </div>
      {!me.isDemo && <AddressSection me={me} />}
      <PreferencesSection />
      {isReader && <NotificationSection me={me} />}
      {/* Strangers share the demo account, so its sessions are private. */}
      {!me.isDemo && <MySessions />}
    </div>
  )
}

function Person({ me, children }: { me: Me; children: ReactNode }) {
  return (
    <div className="profile-head">
      <div className="profile-person">
        <Avatar name={me.fullName} size={56} />
        <div className="profile-words">
          <h2 className="profile-name" dir="auto">
            {me.fullName}
          </h2>
          {me.isDemo && <Badge tone="accent">Demo account</Badge>}
        </div>
      </div>
      <div className="profile-actions">{children}</div>
    </div>
  )
}
