/** The HTTP port for nodes: signs in with the credential a request names, and takes its secret out of what comes back. */
import { NodeError } from '#nodes/node.ts'
import type { HttpPort, HttpRequest, HttpResponse, RunAs } from '#nodes/ports.ts'
import { checkHost } from './hosts.ts'
import { createRedactor, type Redactor } from './redact.ts'
import { type Signed, signIn } from './sign-in.ts'
import { credentialNotFound, type Vault, wrongType } from './vault.ts'

export interface HttpWithCredentials {
  http: HttpPort
  vault: Pick<Vault, 'open'>
  /** `host:port` the operator allows although private. */
  allow: readonly string[]
  now?: () => Date
}

export function createHttpWithCredentials(options: HttpWithCredentials): HttpPort {
  const { http, vault, now = () => new Date() } = options
  const allow = new Set(options.allow)
  const signed = async (request: HttpRequest, credential: string, who: RunAs): Promise<Signed> => {
    const secret = await vault.open(credential, who)
    if (request.app !== undefined && secret.fields.connector !== request.app) throw wrongType(secret.name, 'this app')
    const { credential: _, app: _app, ...bare } = request
    const ready = await signIn(bare, secret, now())
    const url = URL.parse(ready.request.url)
    if (!url) throw new NodeError('bad_url', 'This is not a web address', { field: 'url' })
    checkHost(url, ready.hosts, secret.name, allow)
    return ready
  }
  return async (request, signal, who) => {
    if (!request.credential) return http(request, signal)
    if (!who) throw credentialNotFound()
    const { request: ready, secrets } = await signed(request, request.credential, who)
    const clean = createRedactor(secrets)
    try {
      return await cleaned(await http(ready, signal), clean)
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      const { code, retryable, field } = error
      // Without its cause: that may hold the address, and the secret in it.
      throw new NodeError(code, clean.text(error.message), { retryable, ...(field !== null && { field }) })
    }
  }
}

async function cleaned(response: HttpResponse, clean: Redactor): Promise<HttpResponse> {
  // Read before the body and again behind it: the secret may be divided between them.
  cleanedHeaders(response.headers, clean)
  const body = await clean.long(response.body)
  const bytes = response.bytes && (await cleanedBytes(response.bytes, clean))
  return { ...response, headers: cleanedHeaders(response.headers, clean), body, ...(bytes && { bytes }) }
}

function cleanedHeaders(headers: Record<string, string>, clean: Redactor): Record<string, string> {
  const names = clean.texts(Object.keys(headers))
  const values = clean.texts(Object.values(headers))
  return Object.fromEntries(names.map((name, i) => [name, values[i] as string]))
}

/** Changed only where the secret is in them: each byte is one character here. */
async function cleanedBytes(bytes: Uint8Array, clean: Redactor): Promise<Uint8Array> {
  const text = Buffer.from(bytes).toString('latin1')
  const hidden = await clean.long(text)
  return hidden === text ? bytes : Buffer.from(hidden, 'latin1')
}
