import type { Person } from '#testing/browser-test.ts'
import { test as base } from '#e2e/parts/fixtures.ts'
import { chatParts, inboxParts, staffBrowser, visitorBrowser, visitorWrote } from './chat-parts.ts'

export { expect } from '#e2e/parts/fixtures.ts'

type Chat = ReturnType<typeof chatParts>
type Inbox = ReturnType<typeof inboxParts>

interface ChatFixtures {
  /** Opens the live chat of the test's own browser on this page. */
  openChat: (address?: string) => Promise<Chat>
  /** A visitor who says these words in a browser of their own. */
  visitorSays: (words: string, person?: Person) => Promise<Chat>
  /** A visitor who has said these words and has gone again, where nothing is asked of their own browser. */
  visitorWrote: (words: string) => Promise<void>
  /** Signs the test's own browser in as support, and opens the conversation with these words in the inbox. */
  openInbox: (words: string) => Promise<Inbox>
  /** The same in a browser of somebody else on the staff. */
  staffOpens: (words: string, fullName?: string) => Promise<Inbox>
}

/** Browser tests with several people in the live chat. */
export const test = base.extend<ChatFixtures>({
  openChat: async ({ page }, use) => {
    await use(async (address = '/') => {
      await page.goto(address)
      const chat = chatParts(page)
      await chat.open()
      return chat
    })
  },
  visitorSays: async ({ browser, product }, use) => {
    await use(async (words, person) => chatParts(await visitorBrowser(browser, product, words, person)))
  },
  visitorWrote: async ({ product }, use) => use((words) => visitorWrote(product, words)),
  openInbox: async ({ page, signIn }, use) => {
    await use(async (words) => {
      await signIn(['support'])
      await page.goto('/page/chat?view=all')
      const inbox = inboxParts(page)
      await inbox.open(words)
      return inbox
    })
  },
  staffOpens: async ({ browser, product }, use) => {
    await use(async (words, fullName = 'Ada Lindqvist') => {
      const inbox = inboxParts(await staffBrowser(browser, product, fullName))
      await inbox.open(words)
      return inbox
    })
  },
})
