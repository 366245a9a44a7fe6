import { openLog } from '#server/config/log.ts'
import { deliver, openMailIn, ownDomain } from '#testing/mail-in-parts.ts'
import { expect, it } from 'vitest'
import { openInstallationKey } from '#server/config/installation-key.ts'
import { openSmtpListener } from './smtp-listener.ts'

it('has a sender come again while other mails take all the memory that there is for them', async () => {
  const { app, end } = await openMailIn()
  const stored: number[] = []
  let letGo = () => {}
  const isFree = new Promise<void>((resolve) => (letGo = resolve))
  const { mailIn, dataDir, secretKey } = app.config
  const listener = await openSmtpListener(
    { host: '127.0.0.1', port: 0, tls: undefined },
    { key: openInstallationKey({ dataDir, secretKey }), settings: mailIn, sender: undefined },
    async ({ raw }) => {
      stored.push(raw.length)
      await isFree
    },
    openLog('silent'),
    10_000,
  )
  try {
    const to = `mothlight@${ownDomain}`
    const send = (letters: number) =>
      deliver(listener.port, Buffer.from(`Subject: x\r\n\r\n${'x'.repeat(letters)}\r\n`), {
        from: 'rita@example.test',
        to,
      })
    const first = send(6_000)
    await expect.poll(() => stored.length).toBe(1)
    await expect(send(6_000)).rejects.toThrow('452')
    const small = send(2_000)
    await expect.poll(() => stored.length).toBe(2)
    letGo()
    expect(await Promise.all([first, small])).toEqual([expect.stringContaining('250'), expect.stringContaining('250')])
    expect(await send(6_000)).toContain('250')
    expect(stored).toHaveLength(3)
  } finally {
    letGo()
    await listener.close()
    await end()
  }
})
