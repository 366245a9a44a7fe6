import { type InstallationKey, readToken } from '#server/config/installation-key.ts'
import { routePatterns } from '#shared/site/screens.ts'

const purpose = 'mail report'

/** Links by which senders confirm their reports, whose secrets are derived from the key of the installation. */
export class MailReportLinks {
  readonly #key: InstallationKey

  constructor(key: InstallationKey) {
    this.#key = key
  }

  /** Returns the path of the page that confirms a report, with its secret: for its sender alone. */
  pathOf(reportId: string): string {
    return routePatterns.confirmReport.replace('$token', `${reportId}.${this.#key.derive(purpose, reportId)}`)
  }

  /** Returns the id of the report that a token confirms; undefined for one that was not made here. */
  read(token: string): string | undefined {
    const parts = readToken(token)
    return parts && this.#key.isDerived(parts.secret, purpose, parts.id) ? parts.id : undefined
  }
}
