import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
