import type { Browser, Page } from '@playwright/test'
import { openBrowser } from '#bench/web/browser.ts'

/** A bug's page in a real browser. */
export interface OpenPage {
  /** Resolves with the time at which a comment was painted on the page, in ms since 1970. */
  painted(text: string): Promise<number>
  close(): Promise<void>
}

/**
 * Opens a bug's page.
 * @param cookie `name=value` of a session
 * @param ready a text of the bug that shows that its page is ready
 */
export async function openBugPage(
  origin: string,
  bugId: string,
  { cookie, ready }: { readonly cookie: string; readonly ready: string },
): Promise<OpenPage> {
  const browser = await openBrowser()
  try {
    const page = await signedIn(browser, origin, cookie)
    await page.goto(`${origin}/page/bugs/list/view/${bugId}`)
    await page.getByText(ready).first().waitFor()
    return { painted: (text) => paintedAt(page, text), close: () => browser.close() }
  } catch (error) {
    await browser.close()
    throw error
  }
}

async function signedIn(browser: Browser, origin: string, cookie: string): Promise<Page> {
  const [name = '', value = ''] = cookie.split('=')
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies([{ name, value, url: origin }])
  return context.newPage()
}

/** Runs in the page, whose clock is the machine's. */
function paintedAt(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const now = () => performance.timeOrigin + performance.now()
        const isThere = () => document.body.textContent.includes(wanted)
        const afterPaint = () => requestAnimationFrame(() => setTimeout(() => resolve(now())))
        const timer = setTimeout(() => reject(new Error('never painted')), 20_000)
        const observer = new MutationObserver(() => check())
        const check = () => {
          if (!isThere()) return
          observer.disconnect()
          clearTimeout(timer)
          afterPaint()
        }
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
        check()
      }),
    text,
  )
}
