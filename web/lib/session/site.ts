import { queryOptions, useQuery } from '@tanstack/react-query'
import { defaultProductName, getSite, type Site } from '#shared/site/contract.ts'
import { call } from '#web/lib/call.ts'
import { siteKey } from '#web/lib/query-client.ts'
import { embeddedSite } from './page-facts.ts'

const plainSite: Site = {
  productName: defaultProductName,
  bannerText: '',
  home: { title: '', text: '', about: '' },
  author: { name: '' },
  isSignUpOpen: true,
  signUp: 'open',
  signUpDomains: [],
  sendsMail: false,
  maxAttachmentBytes: 25 * 1024 * 1024,
  version: '',
}

const siteQuery = queryOptions({
  queryKey: [siteKey],
  queryFn: async ({ signal }) => (await call(getSite, { signal })).result,
  initialData: () => embeddedSite() as Site | undefined,
  staleTime: Infinity,
  gcTime: Infinity,
})

/** Returns what the installation is called and says of itself; empty until it is known. */
export function useSite(): Site {
  return useQuery(siteQuery).data ?? plainSite
}
