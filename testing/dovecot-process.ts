import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'
import { freePort } from './redis-process.ts'

/** A mailbox on a real IMAP server, which runs without privileges in a folder of its own. */
export interface DovecotProcess {
  /** For IMAP_URL. */
  readonly url: string
  readonly port: number
  /** Puts a mail into the mailbox. */
  put(raw: Buffer | string): Promise<void>
  /** How many mails lie in a folder. */
  count(folder: string): Promise<number>
  /** Cuts off all connections. */
  cutOff(): Promise<void>
  end(): Promise<void>
}

const password = 'a-secret/of-the-test'
/** Whom the server runs as where the tests run as root: nobody. */
const nobody = 65_534

/** Starts dovecot. @param program its path */
export async function startDovecot(program: string): Promise<DovecotProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'mothlight-dovecot-'))
  const isRoot = process.getuid?.() === 0
  const [user, group] = isRoot ? ['nobody', 'nogroup'] : [userInfo().username, String(process.getgid?.())]
  for (const name of ['', 'run', 'state', 'home']) {
    const path = join(folder, name)
    await mkdir(path, { recursive: true })
    await chmod(path, 0o755)
    if (isRoot) await chown(path, nobody, nobody)
  }
  const port = await freePort()
  await writeFile(join(folder, 'dovecot.conf'), configuration(folder, port, user, group), { mode: 0o644 })
  const child = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], {
    stdio: 'inherit',
    ...(isRoot && { uid: nobody, gid: nobody }),
  })
  const ended = once(child, 'close').then(() => true)
  while (!(await answers(port))) {
    if (await Promise.race([ended, sleep(50).then(() => false)])) {
      throw new Error(`dovecot did not start:\n${await readFile(join(folder, 'log'), 'utf8').catch(() => '')}`)
    }
  }
  async function withClient<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: false,
      auth: { user: 'other', pass: password },
      logger: false,
    })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.logout().catch(() => undefined)
    }
  }
  return {
    url: `imap://bugs:${encodeURIComponent(password)}@127.0.0.1:${port}/INBOX`,
    port,
    put: (raw) => withClient(async (client) => void (await client.append('INBOX', Buffer.from(raw)))),
    count: (name) =>
      withClient(async (client) => {
        const status = await client.status(name, { messages: true }).catch(() => undefined)
        return status ? (status.messages ?? 0) : 0
      }),
    cutOff: () => kickAll(program, folder, isRoot),
    end: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  const connected = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return connected
}

/** Ends the sessions of the user of the mailbox, and not those of the test. */
async function kickAll(program: string, folder: string, isRoot: boolean): Promise<void> {
  const doveadm = program.replace(/sbin\/dovecot$/, 'bin/doveadm')
  const kick = spawn(doveadm, ['-c', join(folder, 'dovecot.conf'), 'kick', 'bugs'], {
    stdio: 'ignore',
    ...(isRoot && { uid: nobody, gid: nobody }),
  })
  await once(kick, 'close')
}

/** All users have the same password and the same mailbox. */
const configuration = (folder: string, port: number, user: string, group: string) => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
first_valid_uid = 1
mail_location = maildir:${folder}/home/Maildir
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${user} gid=${group} home=${folder}/home
}
namespace inbox {
  inbox = yes
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`
