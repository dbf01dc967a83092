/** Embeddings over OpenAI's `/embeddings`, through the guarded HTTP client; tried once. Its errors never contain the key. */
import { SpanKind } from '@opentelemetry/api'
import { z } from 'zod'
import { NodeError } from '#nodes/node.ts'
import type { Outbound } from '#server/gateways/outbound.ts'
import { createRedactor } from '#server/gateways/vault/redact.ts'
import { inSpan } from '#server/platform/tracing/spans.ts'
import type { ModelTarget } from './client.ts'
import { describeModelRefusal, ModelError } from './refusals.ts'

export interface Embedded {
  vectors: Float32Array[]
  /** As the provider counted; null where it did not say. */
  input_tokens: number | null
}

const FIRST_BYTE_MS = 60_000
/** Of an answer, for each text: the numbers of the longest vectors, written out. */
const BYTES_OF_TEXT = 250_000
const BYTES_MORE = 64_000

const Answer = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()) })),
  usage: z.object({ prompt_tokens: z.number().optional(), total_tokens: z.number().optional() }).nullish(),
})

async function read(body: AsyncIterable<Buffer>, most: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > most) throw new NodeError('response_too_large', `The answer has more than ${most} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The words of a refusal, where it has any. */
function messageOf(text: string): string {
  try {
    const { error, message } = JSON.parse(text) as { error?: { message?: unknown } | string; message?: unknown }
    const said = typeof error === 'string' ? error : (error?.message ?? message)
    return typeof said === 'string' ? said : ''
  } catch {
    return ''
  }
}

const noEmbeddings = (cause?: unknown) =>
  new ModelError('model_failed', 'The address does not answer embeddings. Check the name of the model.', { cause })

async function askOnce(
  outbound: Pick<Outbound, 'open'>,
  { base_url, model, api_key }: ModelTarget,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Embedded> {
  const answer = await outbound.open(
    {
      method: 'POST',
      url: `${base_url.replace(/\/+$/, '')}/embeddings`,
      headers: {
        'content-type': 'application/json',
        ...(api_key ? { authorization: `Bearer ${api_key}` } : {}),
      },
      body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
      timeout_ms: FIRST_BYTE_MS,
    },
    signal,
  )
  const isRefused = answer.status >= 300
  const text = await read(answer.body, isRefused ? BYTES_MORE : BYTES_MORE + texts.length * BYTES_OF_TEXT)
  if (isRefused) {
    const refusal = { statusCode: Math.max(400, answer.status), responseHeaders: answer.headers }
    throw Object.assign(new Error(messageOf(text)), refusal)
  }
  const parsed = Answer.safeParse(JSON.parse(text))
  if (!parsed.success) throw noEmbeddings(parsed.error)
  const { data, usage } = parsed.data
  const ordered = data.map((one, at) => ({ at: one.index ?? at, numbers: one.embedding })).sort((a, b) => a.at - b.at)
  return {
    vectors: ordered.map(({ numbers }) => Float32Array.from(numbers)),
    input_tokens: usage?.prompt_tokens ?? usage?.total_tokens ?? null,
  }
}

export const embedTexts = (
  outbound: Pick<Outbound, 'open'>,
  target: ModelTarget,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Embedded> =>
  inSpan(
    `embeddings ${target.model}`,
    {
      kind: SpanKind.CLIENT,
      attributes: {
        'gen_ai.operation.name': 'embeddings',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': target.model,
      },
    },
    async (span) => {
      try {
        const embedded = await askOnce(outbound, target, texts, signal)
        if (embedded.input_tokens !== null) span.setAttributes({ 'gen_ai.usage.input_tokens': embedded.input_tokens })
        return embedded
      } catch (error) {
        if (signal.aborted) throw signal.reason
        if (error instanceof SyntaxError) throw noEmbeddings(error)
        throw describeModelRefusal(error, '', createRedactor(target.api_key === null ? [] : [target.api_key]).text)
      }
    },
  )
