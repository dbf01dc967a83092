/** Asking Razorpay (razorpay.com/docs/api): what its API for payments and the one for payouts have in common. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** Shorter than a request of ours may take. */
const TIMEOUT_MS = 5000

/** It answered, and said no. */
export class GatewayRefused extends Error {
  readonly code = 'gateway_refused'
  readonly reason: string | null
  constructor(description: string, reason: string | null) {
    super(description)
    this.name = 'GatewayRefused'
    this.reason = reason
  }
}

/** Nobody knows what became of the request: it is asked again, or looked up. */
export class GatewayUnreachable extends Error {
  readonly code = 'gateway_unreachable'
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'GatewayUnreachable'
  }
}

/** Where it is asked, and by whom. */
interface Account {
  key_id: string
  key_secret: string
  /** Without a trailing slash. */
  base_url: string
}

interface Ask<T extends z.ZodType> {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** JSON, or a form with a file. */
  body?: object
  headers?: Record<string, string>
  answers: T
}

export type Call = <T extends z.ZodType>(given: Ask<T>) => Promise<z.output<T>>

const Refusal = z.object({
  error: z.object({ description: z.string().default('The payment service refused'), reason: z.string().nullish() }),
})

/** Compared without telling by the time it takes how much of it was right. */
export function isSigned(content: string | Uint8Array, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(content).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function ask<T extends z.ZodType>(account: Account, timeout_ms: number, given: Ask<T>): Promise<z.output<T>> {
  const { method = 'GET', path, body, headers, answers } = given
  const basic = Buffer.from(`${account.key_id}:${account.key_secret}`).toString('base64')
  const isForm = body instanceof FormData
  try {
    const answer = await fetch(account.base_url + path, {
      method,
      headers: {
        authorization: `Basic ${basic}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout_ms),
    })
    const json: unknown = await answer.json()
    if (answer.ok) return answers.parse(json)
    // 409: the same request is still being worked on; 429: later.
    if (answer.status >= 500 || [401, 409, 429].includes(answer.status))
      throw new GatewayUnreachable(`The payment service answered ${answer.status}`)
    const { error } = Refusal.parse(json)
    throw new GatewayRefused(error.description, error.reason ?? null)
  } catch (error) {
    if (error instanceof GatewayRefused || error instanceof GatewayUnreachable) throw error
    throw new GatewayUnreachable('The payment service cannot be reached', { cause: error })
  }
}

/** @returns what asks; every call throws GatewayRefused or GatewayUnreachable */
export const createGatewayCall =
  (account: Account, timeout_ms = TIMEOUT_MS): Call =>
  (given) =>
    ask(account, timeout_ms, given)

/** A part of a path. */
export const id = encodeURIComponent
