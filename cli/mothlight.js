// The only static import: an old Node would fail at a missing feature before it could show the message.
import '#server/config/require-node.js'

await import('#server/config/compile-cache.js')
await import('./main.ts')
