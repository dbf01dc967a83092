/** What the sign-in and sign-up forms ask of their fields (specification §5). Each rule answers the problem, or undefined. */
import { LIMITS } from '#contract/core/limits.ts'
import { LOGIN_FIELD_TEXTS } from '#contract/platform/messages.ts'
import type { Rule } from '#web/ui/forms/use-field.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const emailRule: Rule = (value) => {
  if (value === '') return LOGIN_FIELD_TEXTS.email_required
  return EMAIL.test(value) ? undefined : LOGIN_FIELD_TEXTS.email_invalid
}

export const passwordRule: Rule = (value) => {
  if (value === '') return LOGIN_FIELD_TEXTS.password_required
  return value.length < LIMITS.password.min_login ? LOGIN_FIELD_TEXTS.password_short : undefined
}

export const nameRule: Rule = (value) => {
  if (value.trim() === '') return 'Name is required'
  return value.trim().length > 120 ? 'Name must be at most 120 characters' : undefined
}

export const newPasswordRule: Rule = (value) => {
  const { min_new, max } = LIMITS.password
  if (value === '') return LOGIN_FIELD_TEXTS.password_required
  if (value.length < min_new) return `Password must be at least ${min_new} characters`
  return value.length > max ? `Password must be at most ${max} characters` : undefined
}

export const sameRule =
  (password: string): Rule =>
  (value) => {
    if (value === '') return 'Enter the password again'
    return value === password ? undefined : 'The passwords don’t match'
  }
