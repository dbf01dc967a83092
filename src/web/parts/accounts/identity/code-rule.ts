/** What forms ask of one-time codes. The texts are keys of `t`, for who shows them. */
import { t } from '#web/lib/language.ts'
import type { Rule } from '#web/ui/forms/use-field.ts'

const plain = (value: string) => value.replace(/[\s-]/g, '')

/** Six digits, with or without the gap that apps show. */
export const appCodeRule: Rule = (value) => {
  if (value.trim() === '') return t('Enter the code')
  return /^\d{6}$/.test(plain(value)) ? undefined : t('The code has 6 digits')
}

/** Ten letters and digits, with or without the dash. */
export const backupCodeRule: Rule = (value) => {
  if (value.trim() === '') return t('Enter the code')
  return /^[0-9a-z]{10}$/i.test(plain(value)) ? undefined : t('A backup code has 10 letters and digits')
}

/** Either of them. */
export const anyCodeRule: Rule = (value) =>
  /^\d*$/.test(plain(value)) && plain(value).length <= 6 ? appCodeRule(value) : backupCodeRule(value)
