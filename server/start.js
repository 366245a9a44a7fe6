import './config/require-node.js'
import './config/compile-cache.js'
import { beginWithLittleMemory } from './config/memory-flags.js'

beginWithLittleMemory()
await import('./main.ts')
