/** Whether a delivery comes from the service, in constant time, before anything of it is read. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Verification } from '#connectors/connector.ts'
import { AppError } from '#contract/core/errors.ts'
import type { Arrived } from './trigger-port.ts'

/** An older delivery is refused, in seconds. */
const TOLERANCE_S = 300

export const refusedDelivery = (): AppError =>
  new AppError('unauthenticated', { message: 'The signature of the delivery is invalid.' })

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** `t=…,v1=…,v1=…`: a service that changes its secret sends several. */
function partsOf(header: string): { time: string; signatures: string[] } {
  const pairs = header
    .slice(0, 2000)
    .split(',')
    .map((part) => part.trim().split('=', 2) as [string, string?])
  const all = (name: string) => pairs.flatMap(([key, value]) => (key === name && value ? [value] : []))
  return { time: all('t')[0] ?? '', signatures: all('v1') }
}

/** @throws AppError unauthenticated */
export function verifyDelivery(verify: Verification, secret: string, arrived: Arrived, now: Date): void {
  if (verify.by === 'address') return
  const given = arrived.headers[verify.header] ?? ''
  if (given === '' || secret === '') throw refusedDelivery()
  if (verify.by === 'secret') {
    if (!isSame(given, secret)) throw refusedDelivery()
    return
  }
  const { algorithm, encoding, prefix = '', over = '{body}', timestamp } = verify
  const within = timestamp === 'within' ? partsOf(given) : null
  const time = within?.time ?? (typeof timestamp === 'object' ? (arrived.headers[timestamp.header] ?? '') : '')
  if (timestamp !== undefined) {
    if (!/^\d{1,12}$/.test(time)) throw refusedDelivery()
    if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_S) throw refusedDelivery()
  }
  const hmac = createHmac(algorithm, secret)
  const [before = '', after = ''] = over.replace('{timestamp}', time).split('{body}')
  hmac.update(before)
  hmac.update(arrived.bytes)
  hmac.update(after)
  const expected = `${within ? '' : prefix}${hmac.digest(encoding)}`
  const candidates = within ? within.signatures : [given]
  if (!candidates.some((candidate) => isSame(candidate, expected))) throw refusedDelivery()
}
