import { connect, createServer, type Socket } from 'node:net'

/** A proxy between the product and an external PostgreSQL that fails as networks and machines do. */
export interface CuttingProxy {
  readonly port: number
  /** `pass`: forwards everything. `refuse`: connections are closed and refused. `silence`: nothing is forwarded. */
  behave(how: 'pass' | 'refuse' | 'silence'): void
  close(): Promise<void>
}

/** Opens a proxy. @param target a unix socket's path, or a port of this machine */
export async function openCuttingProxy(
  target: { path: string } | { host: string; port: number },
): Promise<CuttingProxy> {
  const open = new Set<{ near: Socket; far: Socket }>()
  let mode: 'pass' | 'refuse' | 'silence' = 'pass'
  const server = createServer((near) => {
    if (mode === 'refuse') return void near.destroy()
    const far = connect(target)
    const pair = { near, far }
    open.add(pair)
    const end = () => {
      open.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('data', (bytes) => void other.write(bytes))
      one.on('error', end)
      one.on('close', end)
    }
    if (mode === 'silence') pause(pair)
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    port,
    behave: (how) => {
      mode = how
      for (const pair of open) {
        if (how === 'refuse') pair.near.destroy()
        else if (how === 'silence') pause(pair)
        else resume(pair)
      }
    },
    close: async () => {
      for (const { near, far } of open) {
        near.destroy()
        far.destroy()
      }
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function pause({ near, far }: { near: Socket; far: Socket }): void {
  near.pause()
  far.pause()
}

function resume({ near, far }: { near: Socket; far: Socket }): void {
  near.resume()
  far.resume()
}
