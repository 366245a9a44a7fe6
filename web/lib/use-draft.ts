import { useState } from 'react'
import { useSession } from '#web/lib/session.ts'

/**
 * Text that somebody is writing, kept in this tab until it is sent: a reload, a step back or an expired session loses
 * nothing. Each account has its own drafts. Setting it to an empty text forgets it.
 */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const { userId } = useSession()
  const [kept, setKept] = useState(() => draft(userId, name))
  // An expired session has no user: what stands here is still the text of the one who wrote it.
  const current = userId === undefined || userId === kept.userId ? kept : draft(userId, name)

  function setText(text: string) {
    setKept({ userId: current.userId, text })
    write(keyOf(current.userId, name), text)
  }

  return [current.text, setText]
}

function draft(userId: string | undefined, name: string) {
  return { userId, text: read(keyOf(userId, name)) }
}

function keyOf(userId: string | undefined, name: string): string {
  return `draft:${userId ?? ''}:${name}`
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
