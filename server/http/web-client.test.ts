import fastify, { type FastifyInstance } from 'fastify'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routePatterns } from '#shared/site/screens.ts'
import { siteOf, withDefaults } from '#shared/site/settings.ts'
import { readConfig } from '#server/config/config.ts'
import { answerErrors } from './errors.ts'
import { serveWebClient } from './web-client.ts'

let folder: string
let http: FastifyInstance
const site = siteOf(withDefaults({}), readConfig({}).siteFacts)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mothlight-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>"__SITE__"')
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  http = fastify()
  answerErrors(http)
  await serveWebClient(http, folder, site)
})
afterAll(async () => {
  await http.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the web client', () => {
  it.each([
    ...Object.values(routePatterns).map((pattern) => pattern.replace('$bugKey', 'BUG-12').replace(/\$\w+/g, 'a.b')),
    '/web-7/',
    '/?x=1',
    '/page/bugs/list?x=a.b',
    '/page/bugs/assignUser/',
    '/Page/Login',
  ])('is the page at %s', async (url) => {
    const answer = await http.inject(url)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  })

  it.each([
    '/page/nowhere',
    '/page',
    '/urvs',
    '/BUG-0',
    '/BUG-',
    '/a-1',
    '/.git/config',
    '/page/bugs/list/view/a/b',
    '/nowhere?x=a.b',
  ])('says at %s that nothing is there', async (url) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await http.inject({ method, url })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    }
  })

  it.each([
    '/index.html',
    '/robots.txt',
    '/favicon.ico',
    '/x.js?y=1',
    '/deep/down/feed.xml',
    '/api',
    '/api/no',
    '/assets/no.js',
  ])('has nothing at %s, and says so to programs', async (url) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await http.inject({ method, url })
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    }
    expect((await http.inject(url)).json()).toMatchObject({ error: { code: 'not-found' } })
  })

  it('gives the files that are there', async () => {
    expect((await http.inject('/favicon.svg')).headers['content-type']).toContain('image/svg+xml')
  })
})
