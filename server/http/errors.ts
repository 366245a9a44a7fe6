import { type ErrorBody, type ErrorCode, errorStatus } from '#shared/http/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

/** Answers every refusal and defect in one shape; a defect tells nothing of its inside. */
export function answerErrors(http: FastifyInstance): void {
  http.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = asRefusal(error)
    if (refusal.code === 'internal') request.log.error({ err: error, requestId: request.id }, 'a request failed')
    else request.log.debug({ code: refusal.code, reason: refusal.message }, 'refused')
    return send(request, reply, refusal)
  })
  http.setNotFoundHandler((request, reply) =>
    send(request, reply, new AppError('not-found', `There is no ${request.method} ${request.url.split('?')[0]}.`)),
  )
}

function send(request: FastifyRequest, reply: FastifyReply, refusal: AppError): FastifyReply {
  const { field, retryAfterSeconds, conflict } = refusal.details
  const body: ErrorBody = {
    error: { code: refusal.code, message: refusal.message, ...(field && { field }), requestId: request.id },
  }
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds))
  const { endpoint } = request.routeOptions.config
  const also = {
    ...endpoint?.refusal?.(refusal.code),
    ...(conflict !== undefined && endpoint?.conflict && { conflict: endpoint.conflict.parse(conflict) }),
  }
  return reply.code(errorStatus[refusal.code]).send({ ...also, ...body })
}

/** What Fastify itself refuses, in our codes. */
const byStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid-input',
  413: 'too-large',
  415: 'unsupported-media-type',
}

/** Connection failures and shutdowns of PostgreSQL: the request may be repeated later. */
const databaseAway = /^(08...|57P0.|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/

/** Any error as the refusal that its caller is told; a defect becomes `internal`. */
export function asRefusal(error: FastifyError): AppError {
  if (error instanceof AppError) return error
  if (
    databaseAway.test(error.code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  ) {
    return new AppError('unavailable', 'The database can’t be reached at the moment. Nothing was changed; try again.', {
      retryAfterSeconds: 2,
    })
  }
  const code = error.statusCode === undefined ? undefined : byStatus[error.statusCode]
  if (code === 'too-large') return new AppError(code, 'The body is larger than this server accepts.')
  if (code === 'unsupported-media-type')
    return new AppError(code, 'The body must be JSON: send Content-Type: application/json.')
  if (code) return new AppError(code, 'The request can’t be read: its body is not valid JSON or its URL is malformed.')
  return new AppError('internal', 'Something went wrong here. It was logged under this request id.')
}
