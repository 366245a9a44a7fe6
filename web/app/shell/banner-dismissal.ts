const key = 'mothlight-banner-dismissed'

interface Dismissal {
  readonly day: string
  readonly text: string
}

/** Returns the banner text that was dismissed today, if any; a changed text shows again. */
export function bannerDismissal(): string | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Dismissal | null
    return stored?.day === today() ? stored.text : undefined
  } catch {
    return undefined
  }
}

export function dismissBanner(text: string): void {
  try {
    localStorage.setItem(key, JSON.stringify({ day: today(), text } satisfies Dismissal))
  } catch {
    // Without storage the banner comes back with the next page load.
  }
}

/** Returns the reader's own calendar day. */
function today(): string {
  return new Date().toDateString()
}
