import fastifyStatic from '@fastify/static'
import { defaultProductName, type Site } from '#shared/site/contract.ts'
import { readBugKey } from '#shared/products/words.ts'
import { routePatterns } from '#shared/site/screens.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from './app-error.ts'
import { inMarkup } from './in-markup.ts'

/**
 * Serves the built web client: hashed files for a year, and the page itself at the address of every screen. Other
 * addresses get the page with 404, except addresses of files, which are refused.
 * @param directory where the build put it
 * @param site what the page should know before its first request, as it is then; becomes JSON in the page
 */
export async function serveWebClient(http: FastifyInstance, directory: string, site: Site): Promise<void> {
  const built = await readFile(join(directory, 'index.html'), 'utf8')
  let filled = { facts: '', page: '' }
  function filledPage(): string {
    const facts = JSON.stringify(site).replaceAll('<', '\\u003c')
    if (facts !== filled.facts) {
      const page = built.replaceAll(defaultProductName, () => inMarkup(site.productName))
      filled = { facts, page: page.replace('"__SITE__"', () => facts) }
    }
    return filled.page
  }

  await http.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    preCompressed: true,
    // The page is filled in before it is sent, and only at the addresses of screens.
    globIgnore: ['index.html'],
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(directory, 'assets'))
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })

  const sendPage = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(filledPage())
  http.get('/', async (_request, reply) => sendPage(reply))
  http.get('/*', async (request, reply) => {
    const [path = '', query = ''] = request.url.split('?')
    if (screenAddress.test(path) || readBugKey(path.replace(/^\/|\/$/g, ''))) {
      const isSecret = secretAddress.test(path) || new URLSearchParams(query).has('token')
      if (isSecret) void reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
      return sendPage(reply)
    }
    // Refusals are logged, and the address may hold the secret of a link.
    if (isOfPrograms(path)) throw new AppError('not-found', `There is no GET ${path.replaceAll(linkToken, '…')}.`)
    return sendPage(reply.code(404))
  })
}

/** Matches the addresses of screens, as the client's router does: ignores case, with or without a slash at the end. */
const addressesOf = (patterns: readonly string[]) =>
  new RegExp(`^(${patterns.map((pattern) => pattern.replace(/\/$/, '').replace(/\$\w+/g, '[^/]+')).join('|')})/?$`, 'i')

const { bugKey: _keys, ...patterns } = routePatterns

const screenAddress = addressesOf(Object.values(patterns))

/** Screens whose address is a secret, besides those with a `token` behind it: whoever learns it may do what its holder may. */
const secretAddress = addressesOf(Object.values(routePatterns).filter((pattern) => pattern.includes('$token')))

/** The id of a row and what is derived of it. */
const linkToken = /[0-9a-f]{24}\.[\w-]{43}/g

/** Returns whether an address is one that programs ask for: a call, or what looks like a file, such as /robots.txt. */
function isOfPrograms(path: string): boolean {
  return /^\/(api|assets|socket\.io)(\/|$)|\.[a-z0-9]+$/i.test(path)
}
