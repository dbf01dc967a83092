/** The header `Idempotency-Key` of a request, and the answer that is given again. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { fieldError } from '#contract/errors.ts'
import { IDEMPOTENCY_KEY, takesIdempotencyKey } from '#contract/idempotency.ts'
import type { Idempotency } from '#server/domain/idempotency/idempotency.ts'
import { checked } from './checked.ts'
import type { FastifyContext } from './context.ts'
import { success } from './envelope.ts'

/** @throws AppError invalid_input @returns null when the request has none, or cannot be repeated by it */
export function idempotencyKeyOf({ headers }: FastifyRequest, definition: EndpointDefinition): string | null {
  const key = headers['idempotency-key']
  if (key === undefined || !takesIdempotencyKey(definition)) return null
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key
  throw fieldError('Idempotency-Key', 'Idempotency-Key must be 1 to 255 visible ASCII characters')
}

/** Within one caller; the runs of visitors are told apart by their tokens as well. */
const scopeOf = ({ caller, run_token }: FastifyContext): string =>
  caller.type === 'user' ? `user ${caller.id}` : `visitor ${caller.key} ${run_token ?? ''}`

interface Repeatable {
  request: FastifyRequest
  context: FastifyContext
  name: string
  definition: EndpointDefinition
  key: string
}

/** Answers with what `handle` returns, or with what it returned to the first request with this key. */
export async function answerOnce(
  idempotency: Idempotency,
  { request, context, name, definition, key }: Repeatable,
  handle: () => unknown,
): Promise<{ status: number; body: string; replayed: boolean }> {
  const isUpload = definition.consumes === 'multipart'
  const about = `${request.method} ${request.url}\n`
  const uploaded = () => createHash('sha256').update(about).update(context.uploadDigest()).digest()
  return idempotency.once(
    {
      scope: scopeOf(context),
      key,
      fingerprint: isUpload
        ? null
        : createHash('sha256')
            .update(about)
            .update(JSON.stringify(request.body ?? null))
            .digest(),
      readFingerprint: uploaded,
      fingerprintOfRepeat: async () => {
        const { stream } = await context.upload()
        for await (const _ of stream);
        return uploaded()
      },
    },
    async () => {
      const status = definition.success ?? 200
      return { status, body: JSON.stringify(success(checked(name, definition, await handle()), status)) }
    },
  )
}

export function sendOnce(reply: FastifyReply, answer: { status: number; body: string; replayed: boolean }): string {
  reply
    .code(answer.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
  if (answer.replayed) reply.header('idempotent-replayed', 'true')
  return answer.body
}
