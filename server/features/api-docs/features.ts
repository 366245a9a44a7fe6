import { endpoints } from '#shared/endpoints.ts'
import type { Endpoint } from '#shared/http/endpoint.ts'
import * as accounts from '#shared/accounts/contract.ts'
import * as attachments from '#shared/attachments/contract.ts'
import * as auth from '#shared/auth/contract.ts'
import * as bugs from '#shared/bugs/contract.ts'
import * as bulk from '#shared/bulk/contract.ts'
import * as chat from '#shared/chat/contract.ts'
import * as comments from '#shared/comments/contract.ts'
import * as customFields from '#shared/custom-fields/contract.ts'
import * as exporting from '#shared/exporting/contract.ts'
import * as following from '#shared/following/contract.ts'
import * as why from '#shared/following/why-contract.ts'
import * as history from '#shared/history/contract.ts'
import * as jobs from '#shared/jobs/contract.ts'
import * as mail from '#shared/mail/contract.ts'
import * as mailIn from '#shared/mail-in/contract.ts'
import * as labels from '#shared/labels/contract.ts'
import * as importedLabels from '#shared/labels/imported-contract.ts'
import * as links from '#shared/links/contract.ts'
import * as mailReports from '#shared/mail-reports/contract.ts'
import * as merging from '#shared/merging/contract.ts'
import * as placeholders from '#shared/placeholders/contract.ts'
import * as parts from '#shared/parts/contract.ts'
import * as importedParts from '#shared/parts/imported-contract.ts'
import * as products from '#shared/products/contract.ts'
import * as reporterLinks from '#shared/reporter-links/contract.ts'
import * as roles from '#shared/roles/contract.ts'
import * as setup from '#shared/setup/contract.ts'
import * as similar from '#shared/similar/contract.ts'
import * as settings from '#shared/site/settings-contract.ts'
import * as site from '#shared/site/contract.ts'
import * as snoozing from '#shared/snoozing/contract.ts'
import * as texts from '#shared/texts/contract.ts'
import * as users from '#shared/users/contract.ts'
import * as views from '#shared/views/contract.ts'

/** The contracts with the titles of their parts of the documentation, in its order. */
const contracts: readonly (readonly [string, object])[] = [
  ['Signing in', auth],
  ['Bugs', { ...bugs, ...exporting }],
  ['Many bugs at once', bulk],
  ['Labels', { ...labels, ...importedLabels }],
  ['Comments', comments],
  ['History', history],
  ['Following', { ...following, ...why }],
  ['Snoozing', snoozing],
  ['Duplicates and links', { ...similar, ...merging, ...links }],
  ['Attachments', attachments],
  ['References', texts],
  ['Saved views', views],
  ['Products', { ...products, ...customFields }],
  ['Components and versions', { ...parts, ...importedParts }],
  ['People', { ...users, ...placeholders }],
  ['Invitations and addresses', accounts],
  ['Reporters without an account', { ...reporterLinks, ...mailReports }],
  ['Roles', roles],
  ['Chat', chat],
  ['Background jobs', jobs],
  ['Mail', mail],
  ['Mail that comes in', mailIn],
  ['The installation', { ...site, ...settings }],
  ['Set-up', setup],
]

export interface Feature {
  readonly title: string
  readonly endpoints: readonly (readonly [name: string, endpoint: Endpoint])[]
}

/**
 * Returns every endpoint under its feature, by its name in the list of endpoints. @throws Error for one in no contract
 */
export function features(): Feature[] {
  const all = Object.entries(endpoints)
  const groups = contracts.map(([title, contract]) => {
    const own = new Set<unknown>(Object.values(contract))
    return { title, endpoints: all.filter(([, endpoint]) => own.has(endpoint)) }
  })
  const placed = new Set(groups.flatMap((group) => group.endpoints.map(([name]) => name)))
  const homeless = all.map(([name]) => name).filter((name) => !placed.has(name))
  if (homeless.length > 0)
    throw new Error(`server/features/api-docs/features.ts has no feature for: ${homeless.join(', ')}`)
  return groups
}
