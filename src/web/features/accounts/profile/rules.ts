/** Validation of profile fields; the server applies the same rules to other clients. */

import { t } from '#web/lib/language.ts'
import type { Rule } from '#web/ui/forms/use-field.ts'

export const BIO_MAX = 2000

export const bioRule: Rule = (value) =>
  value.length > BIO_MAX ? t('Use at most {count} characters', { count: BIO_MAX }) : undefined

/** Empty, or an http or https address without a user name in it, which could pose as another host. */
export const websiteRule: Rule = (value) => {
  const text = value.trim()
  if (text === '') return undefined
  const start = t('Use an address that starts with http:// or https://')
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return start
  const { username, password, hostname } = new URL(text)
  if (username || password || /^https?:\/\/[^/?#]*@/i.test(text)) return t('The address can’t contain a user name')
  if (!hostname) return start
  return text.length > 2048 ? t('Use at most {count} characters', { count: 2048 }) : undefined
}
