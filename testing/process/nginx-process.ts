import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Whether this machine has IPv6; without it nginx does not start with a line that listens there. */
const hasIpv6 = Object.values(networkInterfaces()).some((own) => own?.some(({ family }) => family === 'IPv6'))

const shipped = resolve(import.meta.dirname, '../../ops/nginx')

/** nginx with the configuration of ops/nginx, with only ports and paths replaced. */
export interface NginxProcess {
  readonly origin: string
  end(): Promise<void>
}

/**
 * Starts nginx.
 * @param program the path of nginx
 * @param port where it is to listen
 * @param nodes the ports of the two nodes
 */
export async function startNginx(
  program: string,
  port: number,
  nodes: readonly [number, number],
): Promise<NginxProcess> {
  const configuration = await configured({
    'nodes.conf': placesOf(nodes),
    'listen.conf': [
      ['listen 80;', `listen 127.0.0.1:${port};`],
      ['listen [::]:80;', hasIpv6 ? `listen [::1]:${port};` : ''],
    ],
  })
  const origin = `http://127.0.0.1:${port}`
  return { origin, end: await running(program, configuration, `${origin}/healthz`, 200) }
}

/** nginx with the files for TLS. */
export interface TlsNginxProcess {
  /** The certificate to verify its own with; it is for bugs.example.com. */
  readonly certificate: string
  end(): Promise<void>
}

/**
 * Starts nginx with TLS.
 * @param ports where it is to listen
 * @param nodes the ports of the two nodes
 */
export async function startTlsNginx(
  program: string,
  ports: { readonly https: number; readonly http: number },
  nodes: readonly [number, number],
): Promise<TlsNginxProcess> {
  const certificates = await makeCertificate()
  const configuration = await configured(
    {
      'nodes.conf': placesOf(nodes),
      'listen-tls.conf': [
        [letsEncrypt, certificates],
        ['listen 443 ssl http2;', `listen 127.0.0.1:${ports.https} ssl http2;`],
        ['listen [::]:443 ssl http2;', ''],
      ],
      '../redirect-to-https.conf': [
        ['listen 80;', `listen 127.0.0.1:${ports.http};`],
        ['listen [::]:80;', ''],
      ],
    },
    { 'listen-tls.conf': 'listen.conf' },
    ['redirect-to-https.conf'],
  )
  const end = await running(program, configuration, `http://127.0.0.1:${ports.http}/`, 301)
  return {
    certificate: await readFile(join(certificates, 'fullchain.pem'), 'utf8'),
    end: async () => {
      await end()
      await rm(certificates, { recursive: true, force: true })
    },
  }
}

const placesOf = (nodes: readonly [number, number]): [string, string][] => [
  ['127.0.0.1:3001', `127.0.0.1:${nodes[0]}`],
  ['127.0.0.1:3002', `127.0.0.1:${nodes[1]}`],
]

/** Runs nginx until an address has the expected answer. @returns the function that stops it */
async function running(
  program: string,
  { directory, options }: Configuration,
  address: string,
  status: number,
): Promise<() => Promise<void>> {
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'close')
  for (;;) {
    const answer = await fetch(address, { redirect: 'manual' }).catch(() => undefined)
    if (answer?.status === status) break
    if (hasEnded(child)) throw new Error(`nginx did not start:\n${output}`)
    await setTimeout(20)
  }
  return async () => {
    child.kill('SIGTERM')
    await ended
    await rm(directory, { recursive: true, force: true })
  }
}

const letsEncrypt = '/etc/letsencrypt/live/bugs.example.com'

/** Creates a server's certificate. @returns the folder */
async function makeCertificate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mothlight-tls-'))
  const name = ['-subj', '/CN=bugs.example.com', '-addext', 'subjectAltName=DNS:bugs.example.com']
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...name]
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  await promisify(execFile)('openssl', [...request, ...files])
  return folder
}

/** Lets nginx check the shipped configuration with TLS. @returns its output */
export async function checkTlsConfiguration(program: string): Promise<string> {
  const certificates = await makeCertificate()
  const { directory, options } = await configured(
    {
      'listen-tls.conf': [[letsEncrypt, certificates], ...without('listen [::]:443 ssl http2;')],
      '../redirect-to-https.conf': without('listen [::]:80;'),
    },
    { 'listen-tls.conf': 'listen.conf' },
    ['redirect-to-https.conf'],
  )
  try {
    return (await promisify(execFile)(program, [...options, '-t'])).stderr
  } finally {
    for (const folder of [directory, certificates]) await rm(folder, { recursive: true, force: true })
  }
}

/** Removes a line that listens on IPv6 where there is none. */
const without = (line: string): [string, string][] => (hasIpv6 ? [] : [[line, '']])

interface Configuration {
  readonly directory: string
  readonly options: readonly string[]
}

type Replacements = Readonly<Record<string, readonly (readonly [string, string])[]>>

/**
 * Copies the shipped files as on a server, below a folder of their own.
 * @param replacements replaced parts of the files in mothlight/
 * @param renamed files of mothlight/ that get another name
 * @param more further files beside mothlight.conf that are included
 */
async function configured(
  replacements: Replacements,
  renamed: Readonly<Record<string, string>> = {},
  more: readonly string[] = [],
): Promise<Configuration> {
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
  // Debian's own nginx.conf around the files of conf.d.
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
