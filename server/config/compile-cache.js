import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The programs are stripped of their types and compiled once, not at every start; where nothing can be written, each
// time. Not in the system's temporary folder, where somebody else could put other programs in their place.
enableCompileCache(fileURLToPath(new URL('../../.cache/compile', import.meta.url)))
