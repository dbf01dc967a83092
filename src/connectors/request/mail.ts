/** Writes an email (RFC 5322) for services that take one as text, such as Gmail. */
import type { HttpPart } from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { RequestError } from './problems.ts'

type MailPart = NonNullable<HttpPart['mail']>

const HEADERS: readonly (readonly [MailPart, string])[] = [
  ['to', 'To'],
  ['cc', 'Cc'],
  ['bcc', 'Bcc'],
  ['reply_to', 'Reply-To'],
]
const BOUNDARY = '----chowk-mail-alternative'

/** Puts the email into the field, next to the other fields of its object. @throws RequestError `header_refused` */
export function withMail(
  fields: JsonObject,
  field: string,
  parts: readonly HttpPart[],
  given: (part: HttpPart) => Json,
): JsonObject {
  const values = new Map(
    parts.flatMap((part) => (part.mail ? [[part.mail, { key: part.key, value: given(part) }] as const] : [])),
  )
  const raw = base64Url(compose(values))
  const steps = field.split('.')
  const put = (object: JsonObject, [step = '', ...rest]: string[]): JsonObject => {
    const inner = object[step]
    return { ...object, [step]: rest.length === 0 ? raw : put(isObject(inner) ? inner : {}, rest) }
  }
  return put(fields, steps)
}

type Values = ReadonlyMap<MailPart, { key: string; value: Json }>

function compose(values: Values): string {
  const text = (name: MailPart): string => {
    const value = values.get(name)?.value ?? ''
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  const headers = HEADERS.flatMap(([name, header]) => {
    const found = values.get(name)
    const addresses = found ? addressesOf(found.value).map((one) => address(one, found.key)) : []
    return addresses.length > 0 ? [`${header}: ${addresses.join(',\r\n ')}`] : []
  })
  headers.push(`Subject: ${encodedWords(text('subject').replace(/[\r\n]+/g, ' '))}`, 'MIME-Version: 1.0')
  const hasHtml = values.has('html')
  if (hasHtml && values.has('text'))
    return [
      ...[...headers, `Content-Type: multipart/alternative; boundary="${BOUNDARY}"`, ''],
      ...[`--${BOUNDARY}`, ...part('text/plain', text('text')), `--${BOUNDARY}`, ...part('text/html', text('html'))],
      `--${BOUNDARY}--`,
    ].join('\r\n')
  return [...headers, ...part(hasHtml ? 'text/html' : 'text/plain', text(hasHtml ? 'html' : 'text'))].join('\r\n')
}

/** In base64, so that no line of a text can look like the end of a part. */
const part = (type: string, text: string): string[] => [
  ...[`Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: base64', ''],
  ...(base64(text).match(/.{1,76}/g) ?? []),
]

const addressesOf = (value: Json): string[] =>
  (Array.isArray(value) ? value.map(String) : String(value).split(/,(?=[^"]*(?:"[^"]*"[^"]*)*$)/))
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** `Asha <asha@example.com>` or `asha@example.com`. @throws RequestError `header_refused` */
function address(text: string, field: string): string {
  const [, name = '', mail = ''] = /^(?:"?([^"<>\r\n]*?)"?\s*<)?([^\s<>,;"()]+@[^\s<>,;"()]+)>?$/.exec(text) ?? []
  if (mail === '' || !/^[\x21-\x7e]+$/.test(mail) || text.length > 500)
    throw new RequestError('header_refused', `“${text.slice(0, 60)}” isn’t an email address`, field)
  if (name.trim() === '') return mail
  return /^[\w .'-]+$/.test(name) ? `"${name.trim()}" <${mail}>` : `${encodedWords(name.trim())} <${mail}>`
}

/** RFC 2047, at most 75 characters a word. */
function encodedWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) && text.length < 200) return text
  const words: string[] = []
  let word = ''
  const encoder = new TextEncoder()
  for (const char of text) {
    if (encoder.encode(word + char).length > 42) {
      words.push(word)
      word = ''
    }
    word += char
  }
  return [...words, word].map((one) => `=?UTF-8?B?${base64(one)}?=`).join('\r\n ')
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(binary)
}

const base64Url = (text: string): string => base64(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
