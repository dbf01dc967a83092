/** What the Firebase SDK throws, as the rest of the browser knows failures: with the substrings that specification §8 matches on. */
import type { Problem } from '#contract/core/envelope.ts'
import { IdentityError } from './identity.ts'

/** Error code of `firebase/auth` → the substring of §8, or words of our own. */
const KNOWN: Record<string, string> = {
  'auth/timeout': 'timeout',
  'auth/user-not-found': 'user-not-found',
  'auth/wrong-password': 'wrong-password',
  'auth/too-many-requests': 'too-many-requests',
  'auth/network-request-failed': 'network',
  'auth/popup-closed-by-user': 'popup-closed',
  'auth/cancelled-popup-request': 'popup-closed',
  'auth/user-cancelled': 'popup-closed',
  // Projects that protect against enumeration answer one thing for an unknown account and a wrong password.
  'auth/invalid-credential': 'Incorrect email or password.',
  'auth/invalid-login-credentials': 'Incorrect email or password.',
  'auth/user-disabled': 'This account is blocked.',
  'auth/popup-blocked': 'Your browser blocked the window. Allow pop-ups for this page and try again.',
  'auth/operation-not-allowed': 'This sign-in method isn’t set up on this installation.',
  'auth/unauthorized-domain':
    'Sign-in isn’t allowed from this address. Ask the operator to add it in the Firebase console.',
  'auth/account-exists-with-different-credential':
    'There’s already an account with this email address. Sign in the way you did before.',
  'auth/requires-recent-login': 'Sign out and in again, then try once more.',
}

/** Codes about a field of the form. */
const FIELDS: Record<string, Problem> = {
  'auth/email-already-in-use': {
    field: 'email',
    code: 'already_exists',
    message: 'There’s already an account with this email address.',
  },
  'auth/invalid-email': { field: 'email', code: 'invalid_input', message: 'Please enter a valid email address' },
  'auth/weak-password': { field: 'password', code: 'invalid_input', message: 'This password is too easy to guess' },
  'auth/password-does-not-meet-requirements': {
    field: 'password',
    code: 'invalid_input',
    message: 'This password doesn’t meet this installation’s requirements',
  },
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'unknown'

export function toFirebaseError(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error
  const code = codeOf(error)
  const problem = FIELDS[code]
  if (problem) return new IdentityError(problem.code ?? code, problem.message, [problem], error)
  // The SDK's own words are for developers: an unknown failure gets the general ones.
  return new IdentityError(code, KNOWN[code] ?? '', [], error)
}
