import fastifyStatic from '@fastify/static'
import { routePatterns } from '#shared/site/screens.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from './app-error.ts'

/**
 * Serves the built web client: hashed files for a year, and the page itself at the address of every screen. Other
 * addresses get the page with 404, except addresses of files, which are refused.
 * @param directory where the build put it
 * @param facts what the page should know before its first request; becomes JSON in the page
 */
export async function serveWebClient(http: FastifyInstance, directory: string, facts: unknown): Promise<void> {
  const page = await readFile(join(directory, 'index.html'), 'utf8')
  const factsJson = JSON.stringify(facts).replaceAll('<', '\\u003c')

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

  const sendPage = (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('hex')
    const policy = String(reply.getHeader('content-security-policy')).replace(
      'style-src ',
      `style-src 'nonce-${nonce}' `,
    )
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .send(page.replaceAll('__CSP_NONCE__', nonce).replace('"__SITE__"', () => factsJson))
  }
  http.get('/', async (_request, reply) => sendPage(reply))
  http.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (screenAddress.test(path)) return sendPage(reply)
    if (isOfPrograms(path)) throw new AppError('not-found', `There is no GET ${path}.`)
    return sendPage(reply.code(404))
  })
}

/** Matches the address of any screen, as the client's router does: ignores case, with or without a slash at the end. */
const screenAddress = new RegExp(
  `^(${Object.values(routePatterns)
    .map((pattern) => pattern.replace(/\/$/, '').replace(/\$\w+/g, '[^/]+'))
    .join('|')})/?$`,
  'i',
)

/** Returns whether an address is one that programs ask for: a call, or what looks like a file, such as /robots.txt. */
function isOfPrograms(path: string): boolean {
  return /^\/(api|assets|socket\.io)(\/|$)|\.[a-z0-9]+$/i.test(path)
}
