/** A mail as it is written for the wire (RFC 5322, RFC 2045, RFC 2047): plain text, with files behind it. */
import { NodeError } from '#nodes/node.ts'
import type { FileContent } from '#nodes/ports.ts'

export interface MimeMail {
  to: readonly string[]
  subject: string
  text: string
  files: readonly FileContent[]
  /** Between angle brackets. */
  message_id: string
  /** Not in any part. */
  boundary: string
}

const ADDRESS = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,189}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/

const CHUNK = 0x8000

/** Standard base64 of bytes. */
export function base64(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += CHUNK)
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK))
  return btoa(text)
}

/** For addresses and names of files (RFC 4648 §5). */
export const base64url = (bytes: Uint8Array): string =>
  base64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

const encoded = (text: string): string => base64(new TextEncoder().encode(text))

const lines = (text: string): string => text.match(/.{1,76}/g)?.join('\r\n') ?? ''

/** Words beyond ASCII, in pieces that no header line is too short for. */
function headerText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const words: string[] = []
  let word = ''
  for (const char of text) {
    if (new TextEncoder().encode(word + char).length > 42) {
      words.push(word)
      word = ''
    }
    word += char
  }
  words.push(word)
  return words.map((part) => `=?UTF-8?B?${encoded(part)}?=`).join('\r\n ')
}

/** RFC 2231, with a plain name for programs that do not know it. */
const fileName = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return `filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)}`
}

/** @throws NodeError `mail_invalid` for an address that is none, or a subject that is more than a line */
export function writeMime({ to, subject, text, files, message_id, boundary }: MimeMail): string {
  for (const address of to)
    if (!ADDRESS.test(address) || CONTROL.test(address))
      throw new NodeError('mail_invalid', `“${address.slice(0, 100)}” is no mail address`, { field: 'to' })
  if (CONTROL.test(subject)) throw new NodeError('mail_invalid', 'A subject is one line', { field: 'subject' })
  const plain = [
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    lines(encoded(text)),
  ]
  const parts = files.map(({ name, mime, bytes }) => [
    `Content-Type: ${/^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime : 'application/octet-stream'}`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; ${fileName(name.replace(/[\r\n]/g, ' '))}`,
    '',
    lines(base64(bytes)),
  ])
  const content =
    parts.length === 0
      ? plain
      : [
          `Content-Type: multipart/mixed; boundary="${boundary}"`,
          '',
          ...[plain, ...parts].flatMap((part) => [`--${boundary}`, ...part]),
          `--${boundary}--`,
        ]
  const head = [
    `To: ${to.join(', ')}`,
    `Subject: ${headerText(subject)}`,
    `Message-ID: <${message_id}>`,
    'MIME-Version: 1.0',
  ]
  return [...head, ...content, ''].join('\r\n')
}
