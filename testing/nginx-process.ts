import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Whether this machine has IPv6; without it nginx does not start with a line that listens there. */
const hasIpv6 = Object.values(networkInterfaces()).some((own) => own?.some(({ family }) => family === 'IPv6'))

const shipped = resolve(import.meta.dirname, '../ops/nginx')

/** nginx with the configuration of ops/nginx, of which nothing but ports and paths was replaced. */
export interface NginxProcess {
  readonly origin: string
  end(): Promise<void>
}

/**
 * @param program the path of nginx
 * @param port where it is to listen
 * @param nodes the ports of the two nodes
 */
export async function startNginx(
  program: string,
  port: number,
  nodes: readonly [number, number],
): Promise<NginxProcess> {
  const { directory, options } = await configured({
    'nodes.conf': [
      ['127.0.0.1:3001', `127.0.0.1:${nodes[0]}`],
      ['127.0.0.1:3002', `127.0.0.1:${nodes[1]}`],
    ],
    'listen.conf': [
      ['listen 80;', `listen 127.0.0.1:${port};`],
      ['listen [::]:80;', hasIpv6 ? `listen [::1]:${port};` : ''],
    ],
  })
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'close')
  const origin = `http://127.0.0.1:${port}`
  for (;;) {
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined)
    if (answer?.ok) break
    if (hasEnded(child)) throw new Error(`nginx did not start:\n${output}`)
    await setTimeout(20)
  }
  return {
    origin,
    end: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Lets nginx check the shipped configuration with TLS. @returns what it says */
export async function checkTlsConfiguration(program: string): Promise<string> {
  const run = promisify(execFile)
  const certificates = await mkdtemp(join(tmpdir(), 'mothlight-tls-'))
  const [certificate, key] = [join(certificates, 'fullchain.pem'), join(certificates, 'privkey.pem')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=bugs.example.com']
  await run('openssl', [...request, '-keyout', key, '-out', certificate])
  const { directory, options } = await configured(
    {
      'listen-tls.conf': [
        ['/etc/letsencrypt/live/bugs.example.com', certificates],
        ...without('listen [::]:443 ssl http2;'),
      ],
      '../redirect-to-https.conf': without('listen [::]:80;'),
    },
    { 'listen-tls.conf': 'listen.conf' },
    ['redirect-to-https.conf'],
  )
  try {
    return (await run(program, [...options, '-t'])).stderr
  } finally {
    for (const folder of [directory, certificates]) await rm(folder, { recursive: true, force: true })
  }
}

/** What takes a line that listens by IPv6 out, where there is none. */
const without = (line: string): [string, string][] => (hasIpv6 ? [] : [[line, '']])

type Replacements = Readonly<Record<string, readonly (readonly [string, string])[]>>

/**
 * Lays the shipped files out as on a server, below a folder of their own.
 * @param replacements what of the files in mothlight/ is replaced
 * @param renamed files of mothlight/ that go there under another name
 * @param more further files beside mothlight.conf that are included
 */
async function configured(
  replacements: Replacements,
  renamed: Readonly<Record<string, string>> = {},
  more: readonly string[] = [],
): Promise<{ directory: string; options: string[] }> {
  const directory = await mkdtemp(join(tmpdir(), 'mothlight-nginx-'))
  await mkdir(join(directory, 'temporary'))
  await cp(shipped, directory, { recursive: true })
  for (const [name, pairs] of Object.entries(replacements)) {
    const path = join(directory, 'mothlight', name)
    let text = await readFile(path, 'utf8')
    for (const [from, to] of pairs) {
      if (!text.includes(from)) throw new Error(`${name} does not say ${from} any more`)
      text = text.replaceAll(from, to)
    }
    await writeFile(join(directory, 'mothlight', renamed[name] ?? name), text)
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${join(directory, 'temporary', kind)};`)
    .join('\n')
  // What Debian's own nginx.conf says around the files of conf.d.
  const main = `${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_processes 2;
daemon off;
pid ${join(directory, 'nginx.pid')};
error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off;
${temporary}
  include mothlight.conf;
${more.map((name) => `  include ${name};`).join('\n')}
}
`
  await writeFile(join(directory, 'nginx.conf'), main)
  return { directory, options: ['-p', directory, '-c', join(directory, 'nginx.conf'), '-e', 'stderr'] }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
