/** Answers in the words of another API: bare JSON or events, and a run that ends when its reader leaves. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { Idempotency } from '#server/platform/idempotency/idempotency.ts'
import { checkAnswer } from './check-answer.ts'
import type { FastifyContext } from './context.ts'
import { timeoutOf, withDeadline } from './deadline.ts'
import type { BareAnswer, StreamAnswer } from './handlers.ts'
import { beginOnce, idempotencyKeyOf } from './idempotency.ts'

interface Parts {
  request: FastifyRequest
  reply: FastifyReply
  context: FastifyContext
  name: string
  definition: EndpointDefinition
  idempotency: Idempotency
  deadlineFactor: number
  /** Sends events until they end or the client leaves. */
  sendStream(answer: StreamAnswer<object> & { ending: string | null }): Promise<void>
}

/** As long as starting a run may take. */
const BEGIN_MS = 30_000

/**
 * Who repeats a request with its key gets the run of the first one, so that one is left alone. Any other that nobody reads is ended: it
 * would cost its caller something for nothing.
 */
function endWhenLeft({ reply, request }: Parts, answer: BareAnswer<unknown>, begun: JsonObject): () => void {
  const { raw } = reply
  const end = () => {
    answer.left?.(begun).catch((error: unknown) => {
      request.log.warn({ err: error, request_id: request.id }, 'a run whose client left could not be ended')
    })
  }
  const leave = () => {
    if (!raw.writableFinished) end()
  }
  if (raw.closed) leave()
  else raw.once('close', leave)
  return end
}

interface Begun {
  begun: JsonObject
  /** Ends it, where nobody could get its answer. */
  late: () => void
  /** A repeat of the request gets the answer of this one. */
  isRepeatable: boolean
}

async function beginWork(parts: Parts, answer: BareAnswer<unknown>): Promise<Begun> {
  const { request, reply, context, definition, idempotency } = parts
  const key = idempotencyKeyOf(request, definition, context)
  if (key === null) {
    const begun = await answer.begin()
    return { begun, late: endWhenLeft(parts, answer, begun), isRepeatable: false }
  }
  const { begun, replayed } = await beginOnce(idempotency, { request, context, key }, () => answer.begin())
  if (replayed) reply.header('idempotent-replayed', 'true')
  return { begun, late: () => {}, isRepeatable: true }
}

/** @returns the body; undefined when events were sent */
export async function sendBare(parts: Parts, answer: BareAnswer<unknown>): Promise<string | undefined> {
  const { reply, context, name, definition, deadlineFactor } = parts
  const beginning = beginWork(parts, answer)
  const { begun, late, isRepeatable } = await withDeadline(
    beginning,
    timeoutOf({ timeout: BEGIN_MS }, deadlineFactor),
    () => {
      // What begins after its client was told that we are away has no reader.
      beginning.then(({ late }) => late()).catch(() => {})
    },
  )
  const { stream } = answer
  if (stream) {
    const events = (signal: AbortSignal) => stream.events(begun, signal)
    await parts.sendStream({ type: 'stream', events, ending: stream.ending })
    return undefined
  }
  try {
    const asked = answer.body(begun, context.signal)
    const body = await withDeadline(asked, timeoutOf(definition, deadlineFactor), () => {
      late()
      context.stop.abort()
    })
    reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store')
    return JSON.stringify(checkAnswer(name, definition, body))
  } catch (error) {
    // Without a key the same request would begin the same work again.
    if (answer.left && !isRepeatable) reply.header('x-should-retry', 'false')
    throw error
  }
}
