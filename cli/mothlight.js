import '#server/config/require-node.js'
import '#server/config/compile-cache.js'

await import('./main.ts')
