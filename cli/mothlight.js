import '#server/config/require-node.js'

await import('./main.ts')
