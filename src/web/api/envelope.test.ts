import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { openEnvelope } from './envelope.ts'

const status = { code: 200, result: 'success', timestamp: '2026-01-31T09:30:00.000Z', message: 'OK' }
const thrown = (body: unknown, http = 200): ApiError => {
  try {
    openEnvelope(body, http)
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  throw new Error('It did not throw an ApiError')
}

describe('opened', () => {
  it('answers the data of a successful envelope', () => {
    expect(openEnvelope({ data: { a: 1 }, status }, 200)).toEqual({ a: 1 })
    expect(openEnvelope({ data: null, status }, 200)).toBeNull()
  })

  it.each([
    ['no object', 'hello'],
    ['nothing', null],
    ['no status', { data: 1 }],
    ['a code that is no number', { data: 1, status: { ...status, code: '200' } }],
    ['a result outside the three', { data: 1, status: { ...status, result: 'fine' } }],
    ['a timestamp that is no string', { data: 1, status: { ...status, timestamp: 5 } }],
  ])('refuses an answer with %s', (_, body) => {
    expect(thrown(body).message).toBe('Response is not in standardized format')
  })

  it('raises a warning as it raises an error', () => {
    expect(thrown({ data: 1, status: { ...status, result: 'warning', message: 'Nearly' } }).message).toBe('Nearly')
  })

  it('takes the message of the envelope, else of the first error, else the general one', () => {
    const failed = { ...status, code: 409, result: 'error', message: 'Not now' }
    const errors = [{ message: 'The name is taken', field: 'name', code: 'already_exists' }]
    expect(thrown({ data: null, status: failed, errors })).toMatchObject({ message: 'Not now', status: 409 })
    expect(thrown({ data: null, status: { ...failed, message: '' }, errors })).toMatchObject({
      message: 'The name is taken',
      code: 'already_exists',
    })
    expect(thrown({ data: null, status: { ...failed, message: '' } }).message).toBe('An error occurred')
  })
})
