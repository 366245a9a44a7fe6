import pino, { type DestinationStream, type Logger } from 'pino'
import { currentRequestId } from './request-context.ts'

export type { Logger }

/** Where a secret could stand in a logged object; its value is replaced. */
const secrets = [
  'password',
  'token',
  'cookie',
  'authorization',
  '*.password',
  '*.token',
  'req.headers.cookie',
  'req.headers.authorization',
  'res.headers["set-cookie"]',
]

/** What PostgreSQL and its client add to an error that repeats what people wrote, or how to log in to the database. */
const data = ['detail', 'where', 'internalQuery', 'client']

/** An error as the log keeps it: what it says and where, without the row that was refused. */
function withoutData(error: Error): object {
  const told = pino.stdSerializers.err(error)
  return Object.fromEntries(Object.entries(told).filter(([name]) => !data.includes(name)))
}

/**
 * The structured log: one JSON object a line on stderr, so that stdout holds only what a person reads. Lines written
 * while a request or socket event is served name it as `requestId`.
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
