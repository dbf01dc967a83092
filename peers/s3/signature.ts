/** Checks AWS Signature Version 4, written from its description and from no client: https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Keys {
  access_key_id: string
  secret_access_key: string
  region: string
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/

/** @returns why a request is refused; null when it is signed as it should */
export function whyRefused(request: IncomingMessage, body: Buffer, keys: Keys): string | null {
  const [, id, day = '', region = '', signed = '', signature = ''] =
    AUTHORIZATION.exec(request.headers.authorization ?? '') ?? []
  if (id === undefined) return 'AccessDenied'
  if (id !== keys.access_key_id || region !== keys.region) return 'InvalidAccessKeyId'
  const names = signed.split(';')
  if (!names.includes('host') || !names.includes('x-amz-date')) return 'AccessDenied'
  const content = String(request.headers['x-amz-content-sha256'] ?? '')
  if (content !== 'UNSIGNED-PAYLOAD' && content !== hash(body)) return 'XAmzContentSHA256Mismatch'
  const [path = '/', query = ''] = (request.url ?? '/').split('?')
  const canonical = [
    request.method,
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...new URLSearchParams(query)]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signed,
    content,
  ].join('\n')
  const date = String(request.headers['x-amz-date'])
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, hash(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(
    (before, part) => hmac(before, part),
    hmac(hmac(`AWS4${keys.secret_access_key}`, day), region),
  )
  const right = hmac(key, text)
  return timingSafeEqual(right, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}
