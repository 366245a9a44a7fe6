import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { codeAhead } from './code-ahead.ts'
import { ownLoader } from './own-loader.ts'
import { screenStyles } from './screen-styles.ts'
import { withoutSummaries } from './without-summaries.ts'

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

/** What only some products need, or was imported: no screen has it from the start. */
const late = /\/(custom-fields|imported-words)\//
/** What the screens of administrators say to the server. */
const managing = /\/shared\/(products|roles|bulk)\/(contract|bulk-values)\.ts$|\/web\/features\/products\/(?!public)/
/** What the screens of one's own account say to the server. */
const accounts = /\/shared\/accounts\//
/** What finds similar bugs goes with the screens that report: merged with what these share with others, a bug's page would need it. */
const similar = /\/(features|shared)\/similar\/(?!join)/
const notLate = (id: string) => ![late, managing, accounts, similar].some((few) => few.test(id))

export default defineConfig({
  root: import.meta.dirname,
  plugins: [withoutSummaries(), react(), screenStyles(), ownLoader(), preloadTextFont(), codeAhead()],
  cacheDir: join(import.meta.dirname, '..', '.cache', 'vite'),
  build: {
    outDir: join(import.meta.dirname, '..', 'dist', 'web'),
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no data: addresses for fonts and scripts, and no inline script.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Left alone, each set of screens that shares a module gets a file for it: a screen then asks for thirty, six at
        // a time, and on a slow line each six of them cost a round trip.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 6 },
            // What opens, with the library for it: below, it would be merged into files that screens need at once.
            {
              name: 'popups',
              test: /node_modules\/@(base-ui|floating-ui)\/|\/overlays\/(popups|option)\.tsx$/,
              priority: 6,
            },
            // The connection that keeps pages live is opened once they are shown, and would be merged into such files too.
            {
              name: 'socket',
              test: /node_modules\/(@socket\.io|socket\.io-|engine\.io-)|\/lib\/socket\/(socket|shared-connection|the-connection)\.ts$/,
              priority: 6,
            },
            // The styles of `ui` that the first screen has no use for; those of features go with their screens, and those
            // of what is opened with its code.
            { name: 'parts', test: /\/web\/ui\/(?!overlays\/picker\.).*\.css$/, priority: 5 },
            // In layers: what many share needs nothing that fewer share. Merged at will, two files could need each
            // other, and one of them would run before what it is made of.
            { name: 'shared', test: notLate, minShareCount: 8, priority: 4 },
            {
              name: 'shared',
              test: notLate,
              minShareCount: 4,
              priority: 3,
              entriesAware: true,
              entriesAwareMergeThreshold: 30_000,
            },
            // Less at once: merged further, the report form would need what the rows of the list and the chat share.
            {
              name: 'shared',
              test: notLate,
              minShareCount: 2,
              priority: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 4_000,
            },
            { name: 'custom-fields', test: late, priority: 1 },
            { name: 'managing', test: managing, priority: 1 },
            { name: 'accounts', test: accounts, priority: 1 },
            { name: 'similar', test: similar, priority: 1 },
          ],
        },
        // Such a file's own name lists all screens that share it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0] ?? name}-[hash].js`,
      },
    },
  },
  worker: { format: 'es', plugins: () => [withoutDocument()] },
  server: {
    // Written as objects, because the short form changes the Host header, and the server compares that with Origin.
    proxy: {
      '/api': { target: server },
      '/healthz': { target: server },
      '/readyz': { target: server },
      '/socket.io': { target: server, ws: true },
    },
  },
})

/** Gives workers the way to read character references that needs no document. */
function withoutDocument(): Plugin {
  return {
    name: 'without-document',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== 'decode-named-character-reference') return null
      return this.resolve(source, importer, { skipSelf: true }).then(
        (found) => found && { ...found, id: found.id.replace('index.dom.js', 'index.js') },
      )
    },
  }
}

/** Lets the browser fetch the text font beside the style sheet instead of after it. */
function preloadTextFont(): Plugin {
  return {
    name: 'preload-text-font',
    transformIndexHtml(_html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((file) => file.includes('inter-latin-wght-normal'))
      if (!font) return []
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  }
}
