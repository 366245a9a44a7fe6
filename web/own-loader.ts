import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The module that Vite writes around each `import()` of the build. */
const vitesOwn = '\0vite/preload-helper.js'

/** Replaces Vite's own function around each `import()` by `lib/load-later.ts`. */
export function ownLoader(): Plugin {
  const loader = JSON.stringify(join(import.meta.dirname, 'lib', 'load-later.ts'))
  return {
    name: 'own-loader',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === vitesOwn ? `export { loadLater as __vitePreload } from ${loader}` : null),
  }
}
