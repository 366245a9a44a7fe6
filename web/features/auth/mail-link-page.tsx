import { type ReactNode, useEffect, useRef } from 'react'
import { CallError } from '#web/lib/call-error.ts'
import { paths } from '#web/lib/paths.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { LinkEnded } from './link-ended.tsx'
import './auth.css'

interface Props {
  title: string
  description: ReactNode
  /** The link can be used no more, or was cut off. */
  isRefused: boolean
  /** What its reader can do then. */
  refusal: ReactNode
  /** What holds once it was used; absent before. */
  done: ReactNode
  /** What can be pressed, on a surface of its own. */
  children: ReactNode
}

/**
 * The page of a link in a mail, by which its reader changes something without a login. Opening it changes nothing, because programs
 * that look for harm in mails open links too.
 */
export function MailLinkPage({ title, description, isRefused, refusal, done, children }: Props) {
  const isOpen = !isRefused && !done
  // The buttons are removed, so the focus moves on.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) document.querySelector<HTMLElement>('h1')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <Page title={title} width="narrow" description={isOpen && description}>
      {isOpen && <div className="surface auth-card auth-confirm">{children}</div>}
      {/* It is there before its words come, so they are announced. */}
      <div role="status">
        {done && <Notice tone="success">{done}</Notice>}
        {isRefused && (
          <LinkEnded
            title="This link doesn’t work"
            action={
              <ButtonLink to={paths.home} variant="default">
                To the home page
              </ButtonLink>
            }
          >
            {refusal}
          </LinkEnded>
        )}
      </div>
    </Page>
  )
}

/** Returns whether the server refused a link: it was cut off, nobody made it, or what it was for is gone. */
export const isLinkRefused = (error: unknown): boolean =>
  error instanceof CallError && ['not-found', 'invalid-input'].includes(error.code)
