// Nothing else is imported statically: an old Node would stop at what it lacks before it could say what is wrong.
import './config/require-node.js'

await import('./config/compile-cache.js')
const { fillCompileCache } = await import('./config/fill-compile-cache.js')
const { beginWithLittleMemory } = await import('./config/memory-flags.js')
await beginWithLittleMemory(() => fillCompileCache(async () => (await import('./load-all.ts')).loadAll()))
const { main } = await import('./main.ts')
await main()
