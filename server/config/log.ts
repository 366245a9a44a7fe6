import pino, { type DestinationStream, type Logger } from 'pino'
import { currentRequestId } from './request-context.ts'

export type { Logger }

/** Paths in a logged object where a secret could be; their values are replaced. */
const secrets = [
  'password',
  'currentPassword',
  'token',
  'cookie',
  'authorization',
  '*.password',
  '*.currentPassword',
  '*.token',
  'req.headers.cookie',
  'req.headers.authorization',
  'res.headers["set-cookie"]',
]

/** Properties that PostgreSQL and its client add to an error and that repeat what people wrote, or how to log in. */
const data = ['detail', 'where', 'internalQuery', 'client']

/** Returns an error as the log keeps it: its message and stack, without the row that was refused. */
function withoutData(error: Error): object {
  const told = pino.stdSerializers.err(error)
  return Object.fromEntries(Object.entries(told).filter(([name]) => !data.includes(name)))
}

/**
 * Opens the structured log: one JSON object per line on stderr, so that stdout holds only what a person reads. Lines
 * written while a request or socket event is served name it as `requestId`.
 * @param level pino's level name; `silent` writes nothing
 * @param destination gets the lines instead of stderr
 */
export function openLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger {
  return pino(
    {
      level,
      serializers: { err: withoutData },
      redact: { paths: secrets, censor: '[redacted]' },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => {
        const requestId = currentRequestId()
        return requestId === undefined ? {} : { requestId }
      },
    },
    destination,
  )
}
