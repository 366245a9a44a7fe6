import { endpoints } from '#shared/endpoints.ts'
import type { Endpoint } from '#shared/http/endpoint.ts'
import * as attachments from '#shared/attachments/contract.ts'
import * as auth from '#shared/auth/contract.ts'
import * as bugs from '#shared/bugs/contract.ts'
import * as chat from '#shared/chat/contract.ts'
import * as comments from '#shared/comments/contract.ts'
import * as following from '#shared/following/contract.ts'
import * as history from '#shared/history/contract.ts'
import * as merging from '#shared/merging/contract.ts'
import * as roles from '#shared/roles/contract.ts'
import * as setup from '#shared/setup/contract.ts'
import * as similar from '#shared/similar/contract.ts'
import * as site from '#shared/site/contract.ts'
import * as texts from '#shared/texts/contract.ts'
import * as users from '#shared/users/contract.ts'
import * as views from '#shared/views/contract.ts'

/** The contracts with the titles of their parts of the documentation, in its order. */
const contracts: readonly (readonly [string, object])[] = [
  ['Signing in', auth],
  ['Bugs', bugs],
  ['Comments', comments],
  ['History', history],
  ['Following', following],
  ['Duplicates', { ...similar, ...merging }],
  ['Attachments', attachments],
  ['References', texts],
  ['Saved views', views],
  ['People', users],
  ['Roles', roles],
  ['Chat', chat],
  ['The installation', site],
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
