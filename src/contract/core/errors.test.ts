/** The tables of specification §8. */
import { describe, expect, it } from 'vitest'
import {
  accessDenied,
  accessDeniedText,
  authenticationRequired,
  connectionProblem,
  FRIENDLY_MESSAGES,
  IDENTITY_TOASTS,
  invalidField,
  loginErrorText,
} from '#contract/platform/messages.ts'
import { CRITICAL_PATHS, FALLBACKS } from '#contract/workflows/fallbacks.ts'
import { errorTypeOf, severityOf } from './error-records.ts'
import { ERRORS } from './errors.ts'
import { isRetryable, NO_RESPONSE_TEXT, statusText, UNEXPECTED_TEXT } from './status-texts.ts'

describe('status and message', () => {
  it.each([
    [404, 'The requested resource was not found. Please check the URL and try again.'],
    [403, 'You do not have permission to access this resource.'],
    [401, 'Authentication required. Please log in and try again.'],
    [500, 'Server error. Please try again later.'],
    [502, 'Service temporarily unavailable. Please try again later.'],
    [503, 'Service temporarily unavailable. Please try again later.'],
    [504, 'Service temporarily unavailable. Please try again later.'],
    [418, 'Server error'],
  ])('%i says %s', (status, text) => expect(statusText(status)).toBe(text))

  it.each([
    [500, 'Platform service temporarily unavailable. Please try again later.'],
    [403, 'You do not have permission to access this platform.'],
    [404, 'The requested resource was not found. Please check the URL and try again.'],
  ])('%i of a platform says %s', (status, text) => expect(statusText(status, '/api/v1/platforms/status')).toBe(text))

  it('another status says what the server said', () => {
    expect(statusText(409, '/x', 'This already exists.')).toBe('This already exists.')
    expect(UNEXPECTED_TEXT).toBe('An unexpected error occurred')
    expect(NO_RESPONSE_TEXT).toBe('Network error - please check your connection')
  })

  it('belongs together in the catalogue: every code has a status of an error and a text', () => {
    for (const [code, { status, text }] of Object.entries(ERRORS)) {
      expect([code, status]).toEqual([code, expect.any(Number)])
      expect(status).toBeGreaterThanOrEqual(400)
      expect(text).toMatch(/\.$/)
    }
  })
})

describe('fallbacks of calls that are not critical', () => {
  it('are these', () => {
    expect(FALLBACKS.platform_access).toMatchObject({
      success: false,
      access_granted: false,
      error: 'PLATFORM_UNAVAILABLE',
    })
    expect(FALLBACKS.platform_status).toEqual({ platforms: [], error: 'PLATFORM_STATUS_UNAVAILABLE' })
    expect(FALLBACKS.health).toEqual({ status: 'unavailable' })
    expect(FALLBACKS.agents).toMatchObject({ agents: [], total: 0, page: 1, page_size: 20 })
    expect(FALLBACKS.node_configuration.status).toBe('missing')
    expect([FALLBACKS.mcp.service_status, FALLBACKS.plugin.installed]).toEqual(['unavailable', false])
  })

  it('are not for verifying, signing in and signing out', () => {
    expect(CRITICAL_PATHS.map((path) => path.split('/').at(-1))).toEqual(['verify', 'login', 'logout'])
  })
})

describe('severity and retry', () => {
  it.each([
    [500, 'HIGH'],
    [503, 'HIGH'],
    [401, 'MEDIUM'],
    [403, 'MEDIUM'],
    [404, 'LOW'],
    [400, 'LOW'],
    [null, 'HIGH'],
  ])('%s is %s', (status, severity) => expect(severityOf(status)).toBe(severity))

  it('is worth another try for these statuses alone', () => {
    const retried = Array.from({ length: 600 }, (_, status) => status).filter(isRetryable)
    expect(retried).toEqual([408, 429, 500, 502, 503, 504])
  })

  it.each([
    [null, 'NETWORK'],
    [401, 'AUTHENTICATION'],
    [403, 'AUTHORIZATION'],
    [400, 'VALIDATION'],
    [422, 'VALIDATION'],
    [404, 'CLIENT'],
    [500, 'SERVER'],
  ])('%s is of type %s', (status, type) => expect(errorTypeOf(status)).toBe(type))
})

describe('texts', () => {
  it('for people are these', () => {
    expect(FRIENDLY_MESSAGES).toEqual({
      network: 'Connection problem. Please check your internet and try again.',
      authentication: 'Please log in again to continue.',
      authorization: "You don't have permission to perform this action.",
      server: 'Server is temporarily unavailable. Please try again later.',
      default: 'Something went wrong. Please try again or contact support.',
    })
    expect(accessDeniedText('delete', 'agents')).toBe('Access denied: insufficient permissions for delete on agents.')
  })

  it('of presets and toasts are these', () => {
    expect(connectionProblem).toMatchObject({
      title: 'Connection Problem',
      message: 'Unable to connect to the server. Please check your internet connection.',
      action: { label: 'Retry' },
    })
    expect(authenticationRequired).toMatchObject({
      title: 'Authentication Required',
      message: 'Your session has expired. Please log in again.',
      action: { label: 'Login', href: '/login' },
    })
    expect(accessDenied('the admin area').message).toBe("You don't have permission to access the admin area.")
    expect(invalidField('email', 'x')).toMatchObject({ type: 'warning', title: 'Invalid email', duration: 4000 })
    expect(IDENTITY_TOASTS.connection).toEqual({
      title: 'Connection Issue',
      message: 'Backend service is slow to respond. This may take up to 60 seconds. Please wait...',
      duration_ms: 10_000,
    })
  })

  it.each([
    ['auth/timeout', null, 'Login is taking too long. Please check your connection and try again.'],
    ['auth/user-not-found', null, 'No account found with this email address.'],
    ['auth/wrong-password', null, 'Incorrect password. Please try again.'],
    ['auth/too-many-requests', null, 'Too many failed attempts. Please try again later.'],
    ['auth/network-request-failed', null, 'Network error. Please check your connection.'],
    ['Something else', null, 'Something else'],
    ['', null, 'Failed to sign in'],
    ['timeout', 'Google', 'Google login is taking too long. Please try again.'],
    ['popup-closed-by-user', 'GitHub', 'Sign-in was cancelled. Please try again.'],
    ['network', 'Google', 'Network error. Please check your connection.'],
    ['Other', 'GitHub', 'Other'],
    ['', 'GitHub', 'Failed to sign in with GitHub'],
  ] as const)('for a sign-in that says "%s" with %s is "%s"', (message, provider, text) => {
    expect(loginErrorText(message, provider)).toBe(text)
  })
})
