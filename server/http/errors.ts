import { type ErrorBody, type ErrorCode, errorStatus } from '#shared/http/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { diskFull } from './availability.ts'

/** Answers every refusal and defect in one shape. A defect shows nothing of its cause. */
export function answerErrors(http: FastifyInstance): void {
  http.setErrorHandler<FastifyError>(answerError)
  http.setNotFoundHandler((request, reply) =>
    send(request, reply, new AppError('not-found', `There is no ${request.method} ${request.url.split('?')[0]}.`)),
  )
}

/** Answers with the refusal for an error, or with nothing of the cause of a defect. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error)
  if (refusal.code === 'internal') request.log.error({ err: error, requestId: request.id }, 'a request failed')
  else if (refusal.code === 'unavailable')
    request.log.warn({ ...causeOf(refusal, error), requestId: request.id }, 'a request could not be served')
  else request.log.debug({ code: refusal.code, reason: refusal.message }, 'refused')
  return send(request, reply, refusal)
}

/** Returns the body of a refusal. @param requestId finds the log line */
export function errorBody({ code, message, details: { field } }: AppError, requestId: string): ErrorBody {
  return { error: { code, message, ...(field && { field }), requestId } }
}

function send(request: FastifyRequest, reply: FastifyReply, refusal: AppError): FastifyReply {
  const { retryAfterSeconds, conflict, account } = refusal.details
  const body = errorBody(refusal, request.id)
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds))
  const endpoint = request.routeOptions.config?.endpoint
  const also = {
    ...endpoint?.refusal?.(refusal.code),
    ...(conflict !== undefined && endpoint?.conflict && { conflict: endpoint.conflict.parse(conflict) }),
    ...(account !== undefined && endpoint?.account && { account: endpoint.account.parse(account) }),
  }
  return reply.code(errorStatus[refusal.code]).send({ ...also, ...body })
}

/** Returns what the log states as the cause; undefined for a refusal that was thrown as such. */
export function causeOf(refusal: AppError, error: unknown): { readonly reason: string } | { readonly err: unknown } {
  return refusal === error ? { reason: refusal.message } : { err: error }
}

/** What Fastify itself refuses, with our codes. */
const byStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid-input',
  413: 'too-large',
  415: 'unsupported-media-type',
}

/** Connection failures and shutdowns of PostgreSQL, and a server that became a standby. */
const databaseAway =
  /^(08...|57P0.|53300|25006|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/
/** The same conditions where the client reports them only as text. */
const connectionLost =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|pool after calling end/
/** Statements that PostgreSQL cancelled because they took too long. */
const tookTooLong = /^(57014|25P03|55P03)$/
const noRoom = /^(53100|ENOSPC|EDQUOT)$/

/** Returns the refusal for any error; a defect becomes `internal`. */
export function asRefusal(error: FastifyError): AppError {
  if (error instanceof AppError) return error
  const name = error.code ?? ''
  if (noRoom.test(name)) return diskFull()
  if (tookTooLong.test(name))
    return unavailable('The database took too long over this. Nothing was changed; try again.')
  // A connection that is lost during the commit leaves the outcome open.
  if (databaseAway.test(name) || connectionLost.test(error.message))
    return unavailable('The database was lost on the way. Look whether a change was kept, then try again.')
  const code = error.statusCode === undefined ? undefined : byStatus[error.statusCode]
  if (code === 'too-large') return new AppError(code, 'The body is larger than this server accepts.')
  if (code === 'unsupported-media-type')
    return new AppError(code, 'The body must be JSON: send Content-Type: application/json.')
  if (code) return new AppError(code, 'The request can’t be read: its body is not valid JSON or its URL is malformed.')
  return new AppError('internal', 'Something went wrong here. It was logged under this request id.')
}

function unavailable(sentence: string): AppError {
  return new AppError('unavailable', sentence, { retryAfterSeconds: 2 })
}
