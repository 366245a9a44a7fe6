import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadTextFont()],
  cacheDir: join(import.meta.dirname, '..', '.cache', 'vite'),
  build: {
    outDir: join(import.meta.dirname, '..', 'dist', 'web'),
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no data: addresses for fonts and scripts, and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
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
