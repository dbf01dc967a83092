import { describe, expect, it } from 'vitest'
import { loginErrorText } from '#contract/platform/messages.ts'
import { toFirebaseError } from './firebase-failure.ts'
import { IdentityError } from './identity.ts'

const thrown = (code: string) => Object.assign(new Error(`Firebase: Error (${code}).`), { code })

describe('a failure of Firebase', () => {
  it.each([
    ['auth/timeout', 'Login is taking too long. Please check your connection and try again.'],
    ['auth/user-not-found', 'No account found with this email address.'],
    ['auth/wrong-password', 'Incorrect password. Please try again.'],
    ['auth/too-many-requests', 'Too many failed attempts. Please try again later.'],
    ['auth/network-request-failed', 'Network error. Please check your connection.'],
    ['auth/invalid-credential', 'Incorrect email or password.'],
    ['auth/user-disabled', 'This account is blocked.'],
    ['auth/internal-error', 'Failed to sign in'],
  ])('%s reads as §8 says at sign-in', (code, text) => {
    expect(loginErrorText(toFirebaseError(thrown(code)).message)).toBe(text)
  })
  it.each([
    ['auth/timeout', 'Google login is taking too long. Please try again.'],
    ['auth/popup-closed-by-user', 'Sign-in was cancelled. Please try again.'],
    ['auth/cancelled-popup-request', 'Sign-in was cancelled. Please try again.'],
    ['auth/network-request-failed', 'Network error. Please check your connection.'],
    ['auth/internal-error', 'Failed to sign in with Google'],
  ])('%s reads as §8 says in a popup', (code, text) => {
    expect(loginErrorText(toFirebaseError(thrown(code)).message, 'Google')).toBe(text)
  })
  it('names the field it is about', () => {
    expect(toFirebaseError(thrown('auth/email-already-in-use')).problems).toMatchObject([{ field: 'email' }])
    expect(toFirebaseError(thrown('auth/weak-password')).problems).toMatchObject([{ field: 'password' }])
  })
  it('passes on what is one already, and survives what is none', () => {
    const own = new IdentityError('timeout', 'timeout')
    expect(toFirebaseError(own)).toBe(own)
    expect(toFirebaseError(null)).toMatchObject({ code: 'unknown', message: '' })
  })
})
