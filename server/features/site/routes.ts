import type { Routes } from '#server/http/serve.ts'
import { getSite, type Site } from '#shared/site/contract.ts'

export function bindSite(routes: Routes, site: Site): void {
  routes.read(getSite, async () => ({ result: site }))
}
