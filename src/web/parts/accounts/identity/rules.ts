/** What the sign-in and sign-up forms ask of their fields (specification §5). Each rule answers the problem, or undefined. */
import { LIMITS } from '#contract/core/limits.ts'
import { LOGIN_FIELD_TEXTS } from '#contract/platform/messages.ts'
import { t } from '#web/lib/language.ts'
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
  if (value.trim() === '') return t('Name is required')
  return value.trim().length > 120 ? t('Name must be at most 120 characters') : undefined
}

export const newPasswordRule: Rule = (value) => {
  const { min_new, max } = LIMITS.password
  if (value === '') return LOGIN_FIELD_TEXTS.password_required
  if (value.length < min_new) return t('Password must be at least {count} characters', { count: min_new })
  return value.length > max ? t('Password must be at most {count} characters', { count: max }) : undefined
}

export const sameRule =
  (password: string): Rule =>
  (value) => {
    if (value === '') return t('Enter the password again')
    return value === password ? undefined : t('The passwords don’t match')
  }
