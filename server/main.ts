import { ConfigError, readConfig } from '#server/config/config.ts'
import { portTaken } from '#server/config/listening.ts'
import { openLog } from '#server/config/log.ts'
import { EmbeddedStartError } from '#server/db/embedded/start-embedded.ts'
import { MigrationError } from '#server/db/migrate.ts'
import { WebBuildError } from '#server/http/web-build.ts'
import { startProduct } from './start-product.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Returns the setting that named a port. */
function settingOf(port: number | undefined): string {
  const isChat = process.env['SERVE'] === 'chat' || String(port) === process.env['CHAT_PORT']
  return isChat ? 'CHAT_PORT' : 'PORT'
}

/** Returns one sentence for a failure that an operator can mend, and the stack of a defect. */
function explain(error: unknown): string {
  const expected = [ConfigError, EmbeddedStartError, MigrationError, WebBuildError].some(
    (kind) => error instanceof kind,
  )
  if (expected) return (error as Error).message
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE' && port) return portTaken(settingOf(port), port)
  if (code === 'EACCES' && port) return `This account may not listen on port ${port}; set PORT to one above 1023.`
  return error.stack ?? error.message
}

/** Seconds that a stop may take beside the requests in progress. */
const restOfStop = 15

/** Starts what the environment asks for, and stops it on a signal. Ends the process when the start fails. */
export async function main(): Promise<void> {
  try {
    const config = readConfig(process.env)
    const log = openLog(config.logLevel)
    // A product that is still starting ends at once.
    let stop: () => Promise<void> = async () => {}
    let stopping = false
    const onSignal = (signal: NodeJS.Signals) => {
      if (stopping) return
      stopping = true
      log.info({ signal }, 'stopping')
      setTimeout(
        () => {
          log.error('the stop took too long')
          process.exit(1)
        },
        (config.shutdownSeconds + restOfStop) * 1000,
      ).unref()
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the stop failed')
          process.exit(1)
        },
      )
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, onSignal)
    const product = await startProduct(config, log, say)
    stop = () => product.stop()
    product.failed.catch((error: unknown) => {
      log.fatal(explain(error))
      process.exit(1)
    })
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}
