import etag from '@fastify/etag'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { version } from '#server/config/version.ts'
import { inMarkup } from '#server/http/in-markup.ts'
import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { type OpenApi, openApi } from './openapi.ts'

/**
 * Serves the documentation of all calls: for programs at /api/openapi.json, for people at /api/docs. Everybody may read
 * it, because it has only what the public source has, and of this installation the name.
 */
export async function serveApiDocs(http: FastifyInstance, site: { readonly productName: string }): Promise<void> {
  let made: OpenApi | undefined
  // Created when it is first sent, because most starts need none, and again under another name.
  const document = {
    toJSON: () => (made?.info.title === site.productName ? made : (made = openApi(version, site.productName))),
  }
  const [css, js] = await Promise.all([look('look.css'), look('look.js')])
  await http.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, isAlikeForAll: true }
    })
    await docs.register(etag, { weak: true })
    await docs.register(swagger, { mode: 'static', specification: { document: document as never } })
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      // Written into the page as it is.
      theme: { title: `${inMarkup(site.productName)} API`, css: [css], js: [js] },
      // The other layout has a field for the address of any document, and a picture with styles that our policy
      // refuses. Requests can't be sent from the page, because they would use the reader's session.
      uiConfig: {
        layout: 'BaseLayout',
        docExpansion: 'list',
        // Its examples are made from the patterns of texts, and are not words.
        defaultModelRendering: 'model',
        supportedSubmitMethods: [],
      },
    })
    docs.get('/api/openapi.json', async () => docs.swagger())
  })
}

async function look(filename: string) {
  return { filename, content: await readFile(new URL(filename, import.meta.url), 'utf8') }
}
