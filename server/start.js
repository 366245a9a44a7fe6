// Nothing else is imported statically: an old Node would stop at what it lacks before it could say what is wrong.
import './config/require-node.js'

await import('./config/compile-cache.js')
const { setFlagsFromString } = await import('node:v8')
// Left to itself V8 lets the young generation grow to 128 MB, and the old one to several times of what is in it: the process
// takes 650 MB with 100,000 bugs. Said before anything is loaded, this keeps it below 400.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--heap-growing-percent=15')
const { main } = await import('./main.ts')
await main()
