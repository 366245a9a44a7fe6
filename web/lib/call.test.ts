import { describe, expect, test } from 'vitest'
import { refusalOf } from './call-error.ts'
import { addressOf } from './call.ts'

describe('the address of a call', () => {
  test('fills every parameter in, safely encoded', () => {
    expect(addressOf('/api/bug/:bugId/comments/new', { bugId: 'a/b ?' }, undefined)).toBe(
      '/api/bug/a%2Fb%20%3F/comments/new',
    )
  })

  test('leaves absent and empty query values out, and keeps false and zero', () => {
    const query = { keywords: 'lamp & moth', closed: undefined, classification: '', invert: false, minAge: 0 }
    expect(addressOf('/api/bug/list', undefined, query)).toBe(
      '/api/bug/list?keywords=lamp+%26+moth&invert=false&minAge=0',
    )
  })

  test('has no question mark without a query', () => {
    expect(addressOf('/api/bug/list', undefined, { keywords: '' })).toBe('/api/bug/list')
  })

  test('is refused when a parameter is missing', () => {
    expect(() => addressOf('/api/bug/:bugId', {}, undefined)).toThrow('bugId')
  })
})

describe('a refusal', () => {
  test('carries the server’s code, field and request id, and the whole body', () => {
    const body = {
      code: '400-failed',
      error: { code: 'invalid-input', message: 'title must not be empty', field: 'title', requestId: 'r-1' },
    }
    const error = refusalOf(400, new Headers(), body)
    expect(error).toMatchObject({ status: 400, code: 'invalid-input', field: 'title', requestId: 'r-1', body })
    expect(error.message).toBe('title must not be empty')
  })

  test('says how long to wait, whether the server names seconds or a date', () => {
    const seconds = refusalOf(429, new Headers({ 'retry-after': '7' }), undefined)
    expect(seconds.retryAfterSeconds).toBe(7)
    const past = refusalOf(429, new Headers({ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }), undefined)
    expect(past.retryAfterSeconds).toBe(0)
    expect(refusalOf(429, new Headers(), undefined).retryAfterSeconds).toBeUndefined()
  })

  test('that the server did not write is unreadable, with the request id of its header', () => {
    const error = refusalOf(502, new Headers({ 'x-request-id': 'r-2' }), undefined)
    expect(error).toMatchObject({ status: 502, code: 'unreadable', requestId: 'r-2' })
  })
})
