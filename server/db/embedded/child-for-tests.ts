import type { ChildOrder, ChildReport } from './scratch-for-tests.ts'
import { startEmbedded } from './start-embedded.ts'

// A program for tests: starts an embedded server as its one argument says, reports in one line of JSON, and releases
// the server when its input ends.
const order = JSON.parse(process.argv[2] ?? '') as ChildOrder
if (order.account) {
  process.setgroups?.([])
  process.setgid?.(order.account.gid)
  process.setuid?.(order.account.uid)
}

function report(what: Partial<ChildReport>): void {
  process.stdout.write(`${JSON.stringify(what)}\n`)
}

try {
  const server = await startEmbedded({
    ...order,
    onProgress: (what) => {
      if (what === order.killAfter) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100)
    },
  })
  report({ pid: server.pid, socketDir: server.socketDir, startedHere: server.startedHere })
  if (!order.walkAway) {
    process.stdin.resume().once('end', () => void server.release())
  }
} catch (error) {
  report({ error: error instanceof Error ? error.message : String(error) })
}
