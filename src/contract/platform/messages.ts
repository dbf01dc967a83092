/** The texts of specification §8 that the browser shows around an error: friendly messages, notifications, toasts, sign-in. */
import { LIMITS } from '#contract/core/limits.ts'

export const FRIENDLY_MESSAGES = {
  network: 'Connection problem. Please check your internet and try again.',
  authentication: 'Please log in again to continue.',
  authorization: "You don't have permission to perform this action.",
  server: 'Server is temporarily unavailable. Please try again later.',
  default: 'Something went wrong. Please try again or contact support.',
} as const

export const accessDeniedText = (action: string, resource: string): string =>
  `Access denied: insufficient permissions for ${action} on ${resource}.`

/** Duration `null` stays until dismissed: error notifications do. */
export interface NotificationPreset {
  type: 'success' | 'error' | 'warning' | 'info'
  title: string
  message: string
  duration: number | null
  action: { label: string; href: string | null } | null
}

export const connectionProblem: NotificationPreset = {
  type: 'error',
  title: 'Connection Problem',
  message: 'Unable to connect to the server. Please check your internet connection.',
  duration: null,
  action: { label: 'Retry', href: null },
}
export const authenticationRequired: NotificationPreset = {
  type: 'error',
  title: 'Authentication Required',
  message: 'Your session has expired. Please log in again.',
  duration: null,
  action: { label: 'Login', href: '/login' },
}
export const accessDenied = (what: string): NotificationPreset => ({
  type: 'error',
  title: 'Access Denied',
  message: `You don't have permission to access ${what}.`,
  duration: null,
  action: { label: 'Contact Support', href: '/contact' },
})
export const invalidField = (field: string, message: string): NotificationPreset => ({
  type: 'warning',
  title: `Invalid ${field}`,
  message,
  duration: LIMITS.notifications.validation_ms,
  action: null,
})

export const IDENTITY_TOASTS = {
  loading: {
    title: 'Loading user data',
    message: 'This may take up to 30 seconds due to backend startup time...',
    duration_ms: 5000,
  },
  setting_up: {
    title: 'Setting up your account',
    message: 'Your account is being configured.',
    duration_ms: 5000,
  },
  connection: {
    title: 'Connection Issue',
    message: 'Backend service is slow to respond. This may take up to 60 seconds. Please wait...',
    duration_ms: 10_000,
  },
} as const

export const ERROR_PAGE_TEXTS = {
  simple: 'Oops! Something went wrong',
  title: 'Something went wrong',
  message: 'We encountered an unexpected error. Our team has been notified.',
  /** While nobody has been notified, or could not be. */
  message_unsent: 'We encountered an unexpected error.',
  feedback_thanks: 'Thank you for your feedback!',
  not_found: 'Page not found',
  access_denied: 'Access Denied',
  no_permission: "You don't have permission to access this page.",
} as const

export const API_STATUS_TEXTS = {
  offline: 'Backend API temporarily unavailable',
  online: 'Connected to backend API',
} as const

/** §5, sign-in form. */
export const LOGIN_FIELD_TEXTS = {
  email_required: 'Email is required',
  email_invalid: 'Please enter a valid email address',
  password_required: 'Password is required',
  password_short: 'Password must be at least 6 characters',
} as const

interface LoginText {
  substring: string
  text: string
}

/** §8: matched by substring of the error's message, first match wins. */
const EMAIL_LOGIN: readonly LoginText[] = [
  { substring: 'timeout', text: 'Login is taking too long. Please check your connection and try again.' },
  { substring: 'user-not-found', text: 'No account found with this email address.' },
  { substring: 'wrong-password', text: 'Incorrect password. Please try again.' },
  { substring: 'too-many-requests', text: 'Too many failed attempts. Please try again later.' },
  { substring: 'network', text: 'Network error. Please check your connection.' },
]
const popupLogin = (provider: string): readonly LoginText[] => [
  { substring: 'timeout', text: `${provider} login is taking too long. Please try again.` },
  { substring: 'popup-closed', text: 'Sign-in was cancelled. Please try again.' },
  { substring: 'network', text: 'Network error. Please check your connection.' },
]

/** The text for a failed sign-in; `provider` is `Google`, `GitHub` or null for email and password. */
export const loginErrorText = (message: string, provider: 'Google' | 'GitHub' | null = null): string => {
  const table = provider === null ? EMAIL_LOGIN : popupLogin(provider)
  const found = table.find(({ substring }) => message.includes(substring))
  if (found) return found.text
  if (message !== '') return message
  return provider === null ? 'Failed to sign in' : `Failed to sign in with ${provider}`
}
