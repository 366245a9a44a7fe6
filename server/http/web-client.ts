import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from './app-error.ts'

/**
 * Serves the built web client: hashed files for a year, and the page itself for every other address that a browser
 * opens, so that a link to any screen works. The address of a file that isn't there is refused.
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
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(directory, 'assets'))
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })

  const sendPage = async (_request: FastifyRequest, reply: FastifyReply) => {
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
  http.get('/', sendPage)
  http.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (!isOfScreen(path)) throw new AppError('not-found', `There is no GET ${path}.`)
    return sendPage(request, reply)
  })
}

/** Whether a screen may stand at an address; what looks like a file, such as /robots.txt, is no screen. */
function isOfScreen(path: string): boolean {
  if (path.startsWith('/page/')) return true
  return !/^\/(api|assets|socket\.io)(\/|$)|\.[a-z0-9]+$/i.test(path)
}
