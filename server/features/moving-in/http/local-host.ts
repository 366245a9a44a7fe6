import { lookup } from 'node:dns/promises'
import { BlockList } from 'node:net'

/** Addresses of the machine itself and of networks that the public one does not reach. */
const local = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  local.addSubnet(net, prefix, 'ipv4')
}
for (const [net, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  local.addSubnet(net, prefix, 'ipv6')
}

/** Returns whether a host of an address is, or one of its addresses is, in a local network; not for a name that nobody knows. */
export async function isLocalHost(hostname: string): Promise<boolean> {
  const name = hostname.replace(/^\[(.*)\]$/, '$1')
  const found = await lookup(name, { all: true }).catch(() => [])
  return found.some(({ address, family }) => local.check(address, family === 6 ? 'ipv6' : 'ipv4'))
}
