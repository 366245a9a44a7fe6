import pino, { type Logger } from 'pino'

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

/**
 * The structured log: one JSON object a line on stderr, so that stdout holds only what a person reads.
 * @param level pino's level name; `silent` writes nothing
 */
export function openLog(level: string): Logger {
  return pino(
    { level, redact: { paths: secrets, censor: '[redacted]' }, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: false }),
  )
}
