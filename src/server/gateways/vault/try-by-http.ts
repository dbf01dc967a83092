/** The smallest question for each kind of credential that is spoken to over HTTP. */
import { NodeError } from '#nodes/node.ts'
import type { HttpPort, HttpRequest } from '#nodes/ports.ts'
import { checkHost } from './hosts.ts'
import { signIn } from './sign-in.ts'
import type { Trial } from './try-out.ts'
import type { Secret } from './vault.ts'

const TIMEOUT_MS = 12_000

export function tryByHttp({
  http,
  allow,
}: {
  http: HttpPort
  allow: readonly string[]
}): Record<'s3' | 'openai_compatible' | 'gmail' | 'oauth2_generic', Trial> {
  const ask = async (secret: Secret, url: string, signal: AbortSignal) => {
    const bare: HttpRequest = {
      method: 'GET',
      url,
      headers: {},
      body: null,
      timeout_ms: TIMEOUT_MS,
      redirects: 'refuse',
    }
    const { request, hosts } = await signIn(bare, secret, new Date())
    checkHost(new URL(request.url), hosts, secret.name, new Set(allow))
    const answer = await http(request, signal)
    if (answer.status < 300) return answer
    const why =
      answer.status === 401 || answer.status === 403 ? 'The service does not accept it' : 'The service refuses it'
    throw new NodeError('http_status', `${why} (${answer.status}).`)
  }
  // Opening it has asked for a fresh token where one was due.
  const opened: Trial = async () => 'The account is connected.'
  return {
    gmail: opened,
    oauth2_generic: opened,
    async s3(secret, signal) {
      await ask(secret, '/?list-type=2&max-keys=1', signal)
      return 'The bucket can be read.'
    },
    async openai_compatible(secret, signal) {
      const { body } = await ask(secret, '/models', signal)
      return body.includes('"id"') ? 'The server lists its models.' : 'The server answers.'
    },
  }
}
