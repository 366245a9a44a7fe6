/**
 * The development server: Vite serves the web client with hot reload on PORT + 1, and the product's server restarts
 * on every change of its own sources on PORT.
 */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const port = process.env['PORT'] ?? '3000'
const webPort = String(Number(port) + 1)

const children = [
  spawn(
    process.execPath,
    ['--watch-path=server', '--watch-path=shared', '--watch-path=migrations', 'server/start.js'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PORT: port, PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${webPort}` },
    },
  ),
  spawn(
    resolve(root, 'node_modules/.bin/vite'),
    ['--config', 'web/vite.config.ts', '--port', webPort, '--strictPort'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PORT: port },
    },
  ),
]

const stop = () => children.forEach((child) => child.kill('SIGTERM'))
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
children.forEach((child) => child.on('exit', stop))
