import { useState } from 'react'
import { useSession } from '#web/lib/session.ts'

/**
 * Text that somebody is writing, kept in this tab until it is sent: a reload, a step back or an expired session loses
 * nothing. Each account has its own drafts. Setting it to an empty text forgets it.
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const { userId } = useSession()
  const key = `draft:${userId ?? ''}:${name}`
  const [kept, setKept] = useState({ key, text: read(key) })
  const text = kept.key === key ? kept.text : read(key)

  function setText(next: string) {
    setKept({ key, text: next })
    write(key, next)
  }

  return [text, setText]
}

// Storage may be full or forbidden; a draft is then kept as long as its screen.
function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // See above.
  }
}
