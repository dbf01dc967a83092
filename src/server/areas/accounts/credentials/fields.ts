/** What is entered for a credential, against the table of its type. */
import { CREDENTIAL_TYPES, type CredentialField, type CredentialTypeName } from '#contract/accounts/credential-types.ts'
import type { Problem } from '#contract/core/envelope.ts'
import { AppError } from '#contract/core/errors.ts'
import { parseMailAddress } from '#server/gateways/mail/settings.ts'
import { readHosts } from '#server/gateways/vault/hosts.ts'

export interface CheckedFields {
  fields: Record<string, string>
  /** What is not secret. */
  shown: Record<string, string>
  /** The end of a secret that is long enough to keep the rest to itself. */
  hint: string | null
}

const LONG_ENOUGH = 12
/** They steer the connection, or survive a redirect to another host. */
const NO_HEADER =
  /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|accept|accept-language|content-type|user-agent|idempotency-key)$/i
const HEADER = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const isAllowedUrl = (text: string, allow: ReadonlySet<string>): boolean => {
  const url = URL.parse(text)
  if (url === null || /[\s\\]/.test(text)) return false
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && (LOCAL.test(url.hostname) || allow.has(`${url.hostname}:${url.port || 80}`))
}

/** Rules of single fields, by type and name. */
const OWN_RULES: Record<string, (value: string) => string | null> = {
  'api_key_header.header': (value) =>
    HEADER.test(value) && !NO_HEADER.test(value) ? null : 'This header can’t carry a key',
  'basic.user': (value) => (value.includes(':') ? 'A user name can’t contain a colon' : null),
  'signing_secret.secret': (value) => (value.length >= 16 ? null : 'Use at least 16 characters'),
  'smtp.from': (value) => (parseMailAddress(value) ? null : 'Use an address such as The Firm <hello@firm.in>'),
  's3.bucket': (value) => (/^[a-zA-Z0-9][a-zA-Z0-9._-]{1,62}$/.test(value) ? null : 'This isn’t a valid bucket name'),
}

const HOST = /^[a-z0-9](?:[a-z0-9._-]{0,252}[a-z0-9])?$|^[0-9a-f:.]{2,45}$/i

export interface FieldRules {
  /** `host:port` the operator allows although private. */
  allow: ReadonlySet<string>
  /** What else may be wrong with a value of a field; null when nothing is. */
  ownRule: (field: CredentialField, value: string) => string | null
}

/** @returns what is wrong with a value, null when nothing is */
function wrongWith(field: CredentialField, value: string, { allow, ownRule }: FieldRules) {
  if (value.length > field.max) return `Use at most ${field.max} characters`
  const line = field.kind === 'lines' ? value.replace(/\r?\n/g, '') : value
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f]/.test(line)) return 'Remove control characters and line breaks'
  if (field.kind === 'url' && !isAllowedUrl(value, allow)) return 'Use an address that starts with https://'
  if (field.kind === 'number' && !(/^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535))
    return 'Use a number from 1 to 65535'
  if (field.kind === 'hosts' && !readHosts(value)) return 'Use host names such as api.example.com, separated by commas'
  if (field.kind === 'choice' && !field.options?.some((option) => option.value === value)) return 'Choose one of these'
  if (field.name === 'host' && !HOST.test(value)) return 'Use a host name without https://'
  return ownRule(field, value)
}

/** @throws invalid_input naming each field; values are never repeated in it */
export function checkFields(
  type: CredentialTypeName,
  given: Record<string, string>,
  allow: ReadonlySet<string>,
): CheckedFields {
  const ownRule = (field: CredentialField, value: string) => OWN_RULES[`${type}.${field.name}`]?.(value) ?? null
  return checkEntered(CREDENTIAL_TYPES[type], given, { allow, ownRule })
}

/** The same for fields that another place names, such as those of an app. @throws invalid_input naming each field */
export function checkEntered(
  { fields, hint }: { fields: readonly CredentialField[]; hint: string | null },
  given: Record<string, string>,
  rules: FieldRules,
): CheckedFields {
  const problems: Problem[] = []
  const refuse = (name: string, message: string) =>
    problems.push({ message, field: `fields.${name.slice(0, 60)}`, code: 'invalid_input' })
  for (const name of Object.keys(given))
    if (!fields.some((field) => field.name === name)) refuse(name, 'This field doesn’t exist')
  const checked: CheckedFields = { fields: {}, shown: {}, hint: null }
  for (const field of fields) {
    const value = field.secret ? (given[field.name] ?? '') : (given[field.name] ?? '').trim()
    const wrong = value === '' ? field.required && `${field.label} is required` : wrongWith(field, value, rules)
    if (wrong) refuse(field.name, wrong)
    if (value === '') continue
    checked.fields[field.name] = value
    if (!field.secret) checked.shown[field.name] = value
    if (field.name === hint && value.length >= LONG_ENOUGH) checked.hint = value.slice(-4)
  }
  if (problems.length > 0) throw new AppError('invalid_input', { problems })
  return checked
}
