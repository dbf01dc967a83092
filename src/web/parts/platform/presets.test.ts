import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { notifications } from '#web/ui/overlays/notification-store.ts'
import {
  notifyAccessDenied,
  notifyAuthenticationRequired,
  notifyConnectionProblem,
  notifyFailure,
  notifyInvalidField,
} from './presets.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  notifications.set([])
})
const newest = () => {
  const { type, title, message, actions = [] } = notifications.get()[0] ?? {}
  return [type, title, message, actions.map((action) => [action.label, 'href' in action ? action.href : 'act'])]
}
const aMinuteLater = () => {
  vi.advanceTimersByTime(60_000)
  return notifications.get().length
}

describe('the presets of §8', () => {
  it('Connection Problem stays, and Retry tries again', () => {
    const retry = vi.fn()
    notifyConnectionProblem(retry)
    const message = 'Unable to connect to the server. Please check your internet connection.'
    expect(newest()).toEqual(['error', 'Connection Problem', message, [['Retry', 'act']]])
    const [action] = notifications.get()[0]?.actions ?? []
    if (action && 'onAction' in action) action.onAction()
    expect(retry).toHaveBeenCalledOnce()
    expect(aMinuteLater()).toBe(1)
  })

  it('Authentication Required stays, and leads to /login', () => {
    notifyAuthenticationRequired()
    const message = 'Your session has expired. Please log in again.'
    expect(newest()).toEqual(['error', 'Authentication Required', message, [['Login', '/login']]])
    expect(aMinuteLater()).toBe(1)
  })

  it('Access Denied stays, and leads to /contact', () => {
    notifyAccessDenied('this run')
    const message = "You don't have permission to access this run."
    expect(newest()).toEqual(['error', 'Access Denied', message, [['Contact Support', '/contact']]])
    expect(aMinuteLater()).toBe(1)
  })

  it('Invalid {field} warns for 4000 ms', () => {
    notifyInvalidField('email', 'Please enter a valid email address')
    expect(newest()).toEqual(['warning', 'Invalid email', 'Please enter a valid email address', []])
    vi.advanceTimersByTime(3999)
    expect(notifications.get()[0]?.leaving).toBe(false)
    vi.advanceTimersByTime(1)
    expect(notifications.get()[0]?.leaving).toBe(true)
  })
})

describe('a failure', () => {
  it.each([
    [null, 'Connection Problem'],
    [401, 'Authentication Required'],
    [403, 'Access Denied'],
    [409, 'The run wasn’t changed'],
  ])('with status %s reads as its kind', (status, title) => {
    notifyFailure(new ApiError('x', { status }), {
      title: 'The run wasn’t changed',
      what: 'this run',
      retry: () => {},
    })
    expect(newest()[1]).toBe(title)
  })

  it('of one field names the field, so that a person knows what to change', () => {
    const problems = [{ message: 'Use at most 120 characters', field: 'steps.0.due_date', code: 'invalid_input' }]
    notifyFailure(new ApiError('x', { status: 400, problems }), { title: 'Not saved', what: 'this', retry: () => {} })
    expect(newest()).toEqual(['warning', 'Invalid due date', 'Use at most 120 characters', []])
  })
})
