import './config/require-node.js'
import './config/compile-cache.js'
import { fillCompileCache } from './config/fill-compile-cache.js'
import { beginWithLittleMemory } from './config/memory-flags.js'

await beginWithLittleMemory(() => fillCompileCache(async () => (await import('./load-all.ts')).loadAll()))
const { main } = await import('./main.ts')
await main()
