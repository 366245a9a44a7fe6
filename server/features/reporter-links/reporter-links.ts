import type { Actor } from '#server/access/actor.ts'
import { type InstallationKey, readToken } from '#server/config/installation-key.ts'
import type { Db } from '#server/db/database.ts'
import { AppError } from '#server/http/app-error.ts'
import { routePatterns } from '#shared/site/screens.ts'
import { type StoredLink, workingLink, workingLinkOf } from './link-store.ts'

/** The reporter behind a link. */
export interface LinkHolder extends StoredLink {
  /** Them, without any permission: what they may do is what the endpoints of the link do, at its one bug. */
  readonly actor: Actor
}

const purpose = 'reporter link'

/** The links of an installation, whose secrets are derived from its key. */
export class ReporterLinks {
  readonly #key: InstallationKey

  constructor(key: InstallationKey) {
    this.#key = key
  }

  /** Returns the path of a link’s page, with its secret: for its holder alone. */
  pathOf(linkId: string): string {
    return routePatterns.report.replace('$token', `${linkId}.${this.#key.derive(purpose, linkId)}`)
  }

  /** Returns the reporter behind a link, for the product’s own mails to them. @throws AppError as `open` */
  async holderOf(db: Db, linkId: string): Promise<LinkHolder> {
    return holder(await workingLink(db, linkId))
  }

  /**
   * Returns the reporter who holds a token. Everything that a link opens asks this first.
   * @throws AppError not-found, the same for a link that was ended, is over or was never made
   */
  async open(db: Db, token: string): Promise<LinkHolder> {
    const parts = readToken(token)
    const isMade = parts && this.#key.isDerived(parts.secret, purpose, parts.id)
    return holder(isMade ? await workingLink(db, parts.id) : undefined)
  }
}

/** Returns the reporter of a bug who has a link to it that works: what they say by mail is said by it. */
export async function linkHolderOf(db: Db, bugId: string): Promise<LinkHolder | undefined> {
  const link = await workingLinkOf(db, bugId)
  return link && holder(link)
}

function holder(link: StoredLink | undefined): LinkHolder {
  if (!link) throw noSuchLink()
  const { userId, fullName, products } = link
  const sees = { products, isEveryProduct: false, privateBugs: false, internalComments: false }
  return { ...link, actor: { userId, fullName, permissions: new Set(), sees, sessionHash: Buffer.alloc(0) } }
}

const noSuchLink = () => new AppError('not-found', 'This link can’t be used any more, or was cut off.')
