// Nothing else is imported statically: an old Node would stop at what it lacks before it could say what is wrong.
import '#server/config/require-node.js'

await import('#server/config/compile-cache.js')
await import('./main.ts')
