import type { FastifyError } from 'fastify'
import { expect, it } from 'vitest'
import { AppError } from './app-error.ts'
import { asRefusal } from './errors.ts'

const failed = (code: string, message = 'failed') => Object.assign(new Error(message), { code }) as FastifyError
const outcome = (error: FastifyError) => {
  const { code, message, details } = asRefusal(error)
  return { code, message, retryAfter: details.retryAfterSeconds }
}

it.each(['53100', 'ENOSPC', 'EDQUOT'])('%s says that the disk is full and who can mend it', (code) => {
  expect(outcome(failed(code))).toEqual({
    code: 'unavailable',
    message: 'The server’s disk is full: this was not saved. Whoever runs the server has to make room; then try again.',
    retryAfter: 10,
  })
})

it.each(['08006', '57P01', '57P03', '53300', '25006', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'])(
  '%s says that the database was lost, and does not promise that nothing was changed',
  (code) => {
    const { message, ...rest } = outcome(failed(code))
    expect(rest).toEqual({ code: 'unavailable', retryAfter: 2 })
    expect(message).toMatch(/^The database was lost on the way\. Look whether/)
  },
)

it.each([
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Cannot use a pool after calling end on the pool',
])('a connection that is lost in words alone is lost as well: %s', (message) => {
  expect(outcome(new Error(message) as FastifyError)).toMatchObject({ code: 'unavailable', retryAfter: 2 })
})

it.each(['57014', '25P03', '55P03'])('%s says that it took too long', (code) => {
  expect(outcome(failed(code))).toMatchObject({ code: 'unavailable', retryAfter: 2 })
  expect(outcome(failed(code)).message).toContain('took too long')
})

it('a refusal stays what it is, and a defect says nothing of its inside', () => {
  const refusal = new AppError('not-found', 'There is no such thing.')
  expect(asRefusal(refusal as unknown as FastifyError)).toBe(refusal)
  expect(outcome(failed('42P01', 'relation "secret" does not exist'))).toEqual({
    code: 'internal',
    message: 'Something went wrong here. It was logged under this request id.',
    retryAfter: undefined,
  })
})
