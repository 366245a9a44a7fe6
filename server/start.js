import './config/require-node.js'

await import('./main.ts')
