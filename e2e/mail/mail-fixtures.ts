import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import type { Person, Product } from '#testing/browser-test.ts'
import { test as base } from '#e2e/parts/fixtures.ts'

export { expect } from '#e2e/parts/fixtures.ts'

/** A product that sends mail, and the server that takes it. */
interface WithMail {
  readonly product: Product
  readonly mail: MailServer
  /** Sends what is due. @returns the link in the last mail to an address */
  readonly linkTo: (address: string) => Promise<string>
}

export interface MailFixtures {
  openProductWithMail: (settings?: Record<string, string>) => Promise<WithMail>
  /** The same, with the page's browser signed in there as a new person with these roles. */
  signInWithMail: (
    roles: readonly string[],
    settings?: Record<string, string>,
  ) => Promise<WithMail & { readonly person: Person }>
}

/** Browser tests with a mail server of their own. */
export const test = base.extend<MailFixtures>({
  openProductWithMail: async ({ openProduct }, use) => {
    const servers: MailServer[] = []
    await use(async (settings = {}) => {
      const mail = await startMailServer()
      servers.push(mail)
      const product = await openProduct({ ...mail.settings, ...settings })
      const linkTo = async (address: string) => {
        await product.runJob('send-mails')
        const path = /https?:\/\/[^/]+(\/page\/\S+)/.exec(mail.to(address).at(-1)?.text ?? '')?.[1] ?? ''
        // The browser of a test has the session of this name.
        return product.origin + path
      }
      return { product, mail, linkTo }
    })
    for (const server of servers) await server.close()
  },
  signInWithMail: async ({ context, openProductWithMail }, use) => {
    await use(async (roles, settings) => {
      const opened = await openProductWithMail(settings)
      const person = await opened.product.person(roles)
      const [name = '', value = ''] = (person.cookie ?? '').split('=')
      await context.addCookies([{ name, value, url: opened.product.origin, httpOnly: true, sameSite: 'Lax' }])
      return { ...opened, person }
    })
  },
})
