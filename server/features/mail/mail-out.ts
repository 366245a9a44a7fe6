import type { Config } from '#server/config/config.ts'
import { isLoopback } from '#server/config/config.ts'
import type { Db } from '#server/db/database.ts'
import type { MailState } from '#shared/mail/words.ts'

/** Whether mail goes out, and where its links lead. */
export interface MailOut {
  /** Whether mails are sent, and why not. */
  state(db: Db): Promise<MailState>
  /**
   * Returns the address of a page, by PUBLIC_URL alone: never by a request, whose headers a stranger chooses. Without
   * PUBLIC_URL, a server that only this machine reaches has its own address; any other has none.
   * @param path begins with a slash
   */
  linkTo(path: string): string | undefined
  /** The domain of addresses for answers; undefined where no mail comes in. */
  readonly replyDomain: string | undefined
  /** What the product is called at the moment, for `mailBody`. */
  readonly productName: string
  /** As whom mails are sent that no person wrote. */
  readonly senderName: string
}

/** Returns what `MailOut.linkTo` says. @param portOf where the server listens, once it does */
export function linksOf(config: Config, portOf: () => number | undefined): MailOut['linkTo'] {
  const origin = () => {
    if (config.publicUrl !== undefined) return config.publicUrl
    // Behind a proxy, others reach it by another address.
    return isLoopback(config.host) && config.trustProxy === false
      ? `http://localhost:${portOf() ?? config.port}`
      : undefined
  }
  return (path) => {
    const begin = origin()
    return begin === undefined ? undefined : new URL(path, begin).href
  }
}

/** What administrators may set of mails; its properties are those of the moment. */
interface MailNames {
  readonly site: { readonly productName: string }
  readonly mailSender: string
}

/** @param portOf where the server listens, once it does */
export function openMailOut(config: Config, portOf: () => number | undefined, names: MailNames): MailOut {
  const linkTo = linksOf(config, portOf)
  return {
    get productName() {
      return names.site.productName
    },
    get senderName() {
      return names.mailSender
    },
    replyDomain: config.mailIn?.address.split('@')[1],
    state: async (db) => {
      if (!config.mail) return 'off'
      if (linkTo('/') === undefined) return 'no-public-url'
      return (await isHeld(db)) ? 'held' : 'ready'
    },
    linkTo,
  }
}

/** Returns whether everything outgoing waits for an administrator. */
export async function isHeld(db: Db): Promise<boolean> {
  return (await db.selectFrom('outgoing_hold').select('held_on').executeTakeFirst()) !== undefined
}
