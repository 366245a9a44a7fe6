import { networkOf } from '#server/http/network.ts'
import { countOrRefuse, storedLimit } from '#server/http/rate-limit.ts'
import type pg from 'pg'

/** Comments, files and choices by one link in 10 minutes, and by all links of one network. */
const usesOfLink = 40
const usesOfNetwork = 200

/** Limits on what holders of links write, kept in the database like those of logins. */
export interface ReporterLimits {
  /** Counts something that is written by a link. @throws AppError too-many-requests */
  use(linkId: string, network: string): Promise<void>
}

export function openReporterLimits(pool: pg.Pool): ReporterLimits {
  const links = storedLimit(pool, 'reporter-link', usesOfLink, 10)
  const networks = storedLimit(pool, 'reporter-link-network', usesOfNetwork, 10)
  const sentence = (seconds: number) => `That was a lot at once; nothing was stored. Try again in ${seconds} seconds.`
  return {
    use: async (linkId, network) => {
      await countOrRefuse(links, linkId, sentence)
      await countOrRefuse(networks, networkOf(network), sentence)
    },
  }
}
