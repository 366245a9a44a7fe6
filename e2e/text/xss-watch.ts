import { expect } from '#testing/browser-test.ts'
import type { Page } from '@playwright/test'

/** Everything by which a page shows that a hostile text got through. */
export interface XssWatch {
  /** Expects that nothing of the kind has happened so far, and that nothing in the page waits to make it happen. */
  nothingHappened(where: string): Promise<void>
}

/** Watches a page from its next navigation on. @param origin of the product, where alone it may ask for something */
export async function watchForXss(page: Page, origin: string): Promise<XssWatch> {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { protocol } = new URL(request.url())
    if (['http:', 'https:'].includes(protocol) && !request.url().startsWith(`${origin}/`)) {
      seen.push(`request: ${request.url()}`)
    }
  })
  page.on('popup', (popup) => seen.push(`popup: ${popup.url()}`))
  await page.exposeFunction('reportViolation', (words: string) => void seen.push(`policy: ${words}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const report = (globalThis as unknown as { reportViolation: (words: string) => void }).reportViolation
      report(`${violatedDirective} ${blockedURI}`)
    })
  })

  return {
    nothingHappened: async (where) => {
      seen.push(...(await page.evaluate(loadedTraps)))
      expect(seen, where).toEqual([])
    },
  }
}

/** What ran, and what would run at a click, a key or a move of the pointer. Runs in the page. */
function loadedTraps(): string[] {
  const found = 'harmed' in globalThis || 'harmed' in {} ? ['a script ran'] : []
  for (const element of document.querySelectorAll('body *')) {
    if (['SCRIPT', 'IFRAME', 'OBJECT', 'EMBED', 'BASE', 'LINK', 'META', 'FOREIGNOBJECT'].includes(element.tagName)) {
      if (element.getAttribute('src') !== '/early.js' && !element.getAttribute('src')?.startsWith('/assets/')) {
        found.push(element.outerHTML.slice(0, 200))
      }
    }
    for (const { name, value } of element.attributes) {
      const isHandler = /^on/i.test(name) || name === 'srcdoc'
      const isAddress = ['href', 'src', 'action', 'formaction', 'xlink:href', 'poster', 'data'].includes(name)
      const isOdd = isAddress && value !== '' && !/^(?:https?:\/\/|mailto:|\/(?!\/)|#|blob:)/.test(value)
      if (isHandler || isOdd) found.push(`${element.tagName} ${name}=${value}`)
    }
  }
  return found
}
