/**
 * Common parts of Google and GitHub: how they are asked, and the identity they return. The operator configures their
 * addresses.
 */
import { z } from 'zod'
import { AppError } from '#contract/core/errors.ts'

/** A person's identity at an external provider. */
export interface ExternalProfile {
  /** The provider's own, lasting id; never an address, which can change hands. */
  account_id: string
  /** Null when the provider names none that it has verified. */
  verified_email: string | null
  name: string | null
}

export interface AuthorizeRequest {
  state: string
  nonce: string
  challenge: string
  redirect_uri: string
}

export interface CodeExchange {
  code: string
  verifier: string
  nonce: string
  redirect_uri: string
}

export interface ExternalClient {
  /** @throws unavailable */
  authorizeUrl(request: AuthorizeRequest): Promise<string>
  /** @throws external_refused when the provider does not stand by the code, unavailable when it does not answer */
  profile(exchange: CodeExchange): Promise<ExternalProfile>
}

const TIMEOUT_MS = 10_000
const MOST_BYTES = 200_000

/** One JSON answer. A refusal of the request is told apart from a provider that is down. */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { accept: 'application/json', 'user-agent': 'Chowk', ...init.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    if (response.status >= 500 || text.length > MOST_BYTES) throw new Error(`${response.status} from ${url}`)
    if (!response.ok) throw new AppError('external_refused')
    return JSON.parse(text)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('unavailable', { retryAfter: 5, cause })
  }
}

/** What does not look as the provider documents it is not believed. */
export function parseAnswer<T extends z.ZodType>(schema: T, answer: unknown): z.output<T> {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new AppError('external_refused', { cause: parsed.error })
  return parsed.data
}

const Token = z.object({ access_token: z.string().min(1), id_token: z.string().optional() })

/** RFC 6749 §4.1.3. GitHub answers a refusal with 200 and `error`, which is no token either. */
export const exchangeCode = async (
  url: string,
  { code, verifier, redirect_uri }: CodeExchange,
  client: { client_id: string; client_secret: string },
) =>
  parseAnswer(
    Token,
    await fetchJson(url, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri,
        client_id: client.client_id,
        client_secret: client.client_secret,
      }),
    }),
  )

/** An address as accounts keep it; null for what is none. */
export const normaliseEmail = (email: string | null | undefined): string | null => {
  const parsed = z.email().max(254).toLowerCase().safeParse(email)
  return parsed.success ? parsed.data : null
}
