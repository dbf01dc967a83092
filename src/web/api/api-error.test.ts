import { describe, expect, it } from 'vitest'
import { ApiError, toApiError, toNoAnswerError } from './api-error.ts'
import { errorLog, logError } from './error-log.ts'
import { friendly } from './friendly.ts'

const NOT_FOUND = 'The requested resource was not found. Please check the URL and try again.'
const AWAY = 'Service temporarily unavailable. Please try again later.'

describe('answered', () => {
  it.each([
    [404, '/api/v1/agents/{id}', NOT_FOUND],
    [403, '/api/v1/users', 'You do not have permission to access this resource.'],
    [401, '/api/v1/users/me', 'Authentication required. Please log in and try again.'],
    [500, '/api/v1/agents', 'Server error. Please try again later.'],
    [502, '/api/v1/agents', AWAY],
    [503, '/api/v1/agents', AWAY],
    [504, '/api/v1/agents', AWAY],
    [500, '/api/v1/platforms/status', 'Platform service temporarily unavailable. Please try again later.'],
    [403, '/api/v1/platforms/{p}/access-check', 'You do not have permission to access this platform.'],
  ])('says for %i at %s the words of the table', (status, path, text) => {
    expect(toApiError(status, path, 'nothing readable').message).toBe(text)
  })

  it('says for another status what the server said, else that it was a server error', () => {
    expect(toApiError(418, '/x', { detail: 'A teapot' }).message).toBe('A teapot')
    expect(toApiError(418, '/x', { error: 'Short and stout' }).message).toBe('Short and stout')
    expect(toApiError(418, '/x', { message: 'Tip me over' }).message).toBe('Tip me over')
    expect(toApiError(418, '/x', '').message).toBe('Server error')
  })

  it('keeps the code and the fields of a refusal', () => {
    const error = toApiError(400, '/x', {
      errors: [{ message: 'Name is required', field: 'name', code: 'invalid_input' }],
    })
    expect(error).toMatchObject({ status: 400, code: 'invalid_input', message: 'Name is required' })
    expect(error.problem('name')).toBe('Name is required')
    expect(error.problem('email')).toBeUndefined()
  })

  it.each([
    [500, 'HIGH', 'SERVER', 'SERVER_ERROR', true],
    [503, 'HIGH', 'SERVER', 'SERVER_ERROR', true],
    [401, 'MEDIUM', 'AUTHENTICATION', 'UNKNOWN', false],
    [403, 'MEDIUM', 'AUTHORIZATION', 'FORBIDDEN', false],
    [404, 'LOW', 'CLIENT', 'NOT_FOUND', false],
    [408, 'LOW', 'CLIENT', 'TIMEOUT', true],
    [429, 'LOW', 'CLIENT', 'UNKNOWN', true],
  ])('weighs %i as %s, type %s, category %s, retryable %s', (status, severity, type, category, retryable) => {
    const error = toApiError(status, '/x', null)
    expect([error.category, error.retryable]).toEqual([category, retryable])
    expect(logError(error)).toMatchObject({ severity, type, retryable, statusCode: status })
  })
})

describe('unanswered', () => {
  it('is a network error, a time-out when the time was up', () => {
    const refused = toNoAnswerError(new TypeError('fetch failed'), 8000)
    expect(refused).toMatchObject({
      message: 'Network error - please check your connection',
      status: null,
      category: 'CONNECTION_REFUSED',
    })
    const late = toNoAnswerError(new DOMException('late', 'TimeoutError'), 8000)
    expect(late).toMatchObject({ category: 'TIMEOUT', code: 'timeout', retryable: true })
  })
})

describe('friendly', () => {
  it.each([
    [new ApiError('x'), 'Connection problem. Please check your internet and try again.'],
    [new ApiError('x', { status: 401 }), 'Please log in again to continue.'],
    [new ApiError('x', { status: 403 }), "You don't have permission to perform this action."],
    [new ApiError('x', { status: 502 }), 'Server is temporarily unavailable. Please try again later.'],
    [new Error('x'), 'Something went wrong. Please try again or contact support.'],
  ])('%#', (error, text) => {
    expect(friendly(error)).toBe(text)
  })
})

describe('the error log', () => {
  it('keeps the latest 100', () => {
    for (let n = 0; n < 130; n += 1) logError(new Error(`number ${n}`))
    expect(errorLog()).toHaveLength(100)
    expect(errorLog().at(-1)).toMatchObject({ message: 'number 129', severity: 'CRITICAL', type: 'CLIENT' })
    expect(logError(toNoAnswerError(new TypeError('x'), 8000))).toMatchObject({ type: 'NETWORK', severity: 'HIGH' })
  })
})

it('keeps the id under which the server knows the call, and none of another kind', () => {
  const body = (request_id: unknown) => ({ data: null, status: { message: 'No' }, errors: [], request_id })
  expect(toApiError(500, '/x', body('8e0c4b1e')).requestId).toBe('8e0c4b1e')
  for (const other of [undefined, null, 7, {}]) expect(toApiError(500, '/x', body(other)).requestId).toBeNull()
  expect(toApiError(502, '/x', '<html>').requestId).toBeNull()
})
