/**
 * Golden executions: what a node type gives for settings and an input, written down in `golden/<type>.json` and replayed on every
 * build, so that a change of a node shows in what people get. Settings go the way they go in a run: an older version is migrated,
 * expressions are resolved, the schema is applied. The world is scripted by the case.
 */
import { z } from 'zod'
import { Json, JsonObject } from '#contract/core/primitives.ts'
import { evaluateHere } from '#graph/evaluate-here.ts'
import { ExpressionError } from '#graph/expression-error.ts'
import { trialEmbed } from './lib/retrieval/trial-embed.ts'
import { type NodeDefinition, NodeError, type Resolution } from './node.ts'
import type { FileContent, OpenFile, Ports } from './ports.ts'
import { settingsReader } from './settings-reader.ts'
import { tryNode } from './trial.ts'

/**
 * One case. What comes out is `output` (through `port`, `out` when absent), `error`, or another `result` (a wait, a stop, a map).
 * A file lists its cases; `node scripts/run.mjs scripts/record-golden.ts <type>` fills in what comes out of those that do not say.
 */
export const GoldenCase = z.strictObject({
  /** What the case shows. */
  name: z.string().min(1).max(120),
  /** Of the node the settings are from; the present one when absent. */
  version: z.number().int().min(1).optional(),
  config: JsonObject,
  input: Json.default(null),
  /** What arrives over each wire; `input` alone from a node `before` when absent. */
  inputs: z.array(z.strictObject({ node: z.string(), port: z.string().default('out'), value: Json })).optional(),
  /** `$trigger`, `$nodes`, `$vars`, `$item`, `$index` for the expressions. */
  trigger: Json.optional(),
  nodes: z.record(z.string(), Json).optional(),
  vars: JsonObject.optional(),
  item: Json.optional(),
  index: z.number().int().optional(),
  /** How its wait ended: then the node is resumed. */
  resolution: JsonObject.optional(),
  /**
   * What each port answers, in order; the last answer is given again. `{"http": [{…}], "codes.table": [{…}]}`. In an answer
   * `{"$throw": {code, message}}` is a refusal, `{"$bytes": "base64"}` bytes, `{"$text": "…"}` bytes of a text. What `files.open` answers
   * has its `bytes`.
   * `{"embed": "trial"}` gives vectors of hashed words.
   */
  ports: z.record(z.string(), z.union([z.array(Json).min(1), z.literal('trial')])).optional(),
  /** What the ports were asked, in order: `[["http", {…}]]`, without signals. Not looked at when absent. */
  asked: z.array(z.array(Json)).optional(),
  output: Json.optional(),
  port: z.string().optional(),
  result: JsonObject.optional(),
  error: z.strictObject({ code: z.string(), field: z.string().nullable() }).optional(),
})
export type GoldenCase = z.infer<typeof GoldenCase>

export type GoldenResult = Pick<GoldenCase, 'output' | 'port' | 'result' | 'error'>

/** What a scripted port gives back for the plain JSON of a case. */
function revive(value: Json): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(revive)
  if (typeof value.$bytes === 'string') return Uint8Array.from(atob(value.$bytes), (char) => char.charCodeAt(0))
  if (typeof value.$text === 'string') return new TextEncoder().encode(value.$text)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revive(part)]))
}

/** A signal or a callback is nothing that can be written down. */
const isPlain = (value: unknown): boolean => {
  if (typeof value === 'function') return false
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true
  return Object.values(value).every(isPlain)
}

/** Bytes in what a port was asked are told by their number. */
const asJson = (value: unknown): Json =>
  JSON.parse(
    JSON.stringify(value, (_key, part) => (part instanceof Uint8Array ? { $bytes: part.length } : part)) ?? 'null',
  ) as Json

type Asked = NonNullable<GoldenCase['asked']>

const opened = ({ name, mime, bytes }: FileContent): OpenFile => ({ name, mime, sha256: name, read: async () => bytes })

/** The bytes of files that a port would read when it comes to them. */
const filesRead = (given: unknown): unknown =>
  Array.isArray(given) ? Promise.all(given.map((one) => (isFile(one) ? one.read() : one))) : given

const isFile = (value: unknown): value is OpenFile =>
  typeof value === 'object' && value !== null && 'read' in value && typeof value.read === 'function'

function scriptedPorts(script: GoldenCase['ports'], asked: Asked): Partial<Ports> {
  const ports: Record<string, unknown> = {}
  for (const [path, answers] of Object.entries(script ?? {})) {
    let turn = 0
    const call = async (...passed: unknown[]) => {
      const given = await Promise.all(passed.map(filesRead))
      asked.push([path, ...given.filter(isPlain).map(asJson)])
      const answer = answers === 'trial' ? null : (answers[Math.min(turn++, answers.length - 1)] ?? null)
      if (answers === 'trial') return trialEmbed(given[0] as string[], given[1] as AbortSignal)
      if (typeof answer === 'object' && answer !== null && '$throw' in answer) {
        const { code, message } = answer.$throw as { code: string; message: string }
        throw new NodeError(code, message)
      }
      const revived = revive(answer)
      return path === 'files.open' ? opened(revived as FileContent) : revived
    }
    const [port = '', method] = path.split('.')
    if (method === undefined) ports[port] = call
    else ports[port] = { ...(ports[port] as object | undefined), [method]: call }
  }
  return ports as Partial<Ports>
}

async function settings(node: NodeDefinition, one: GoldenCase): Promise<JsonObject> {
  const { nodes, input, trigger, vars, item, index } = one
  const bindings = {
    input,
    node: (id: string) => nodes?.[id],
    ...(trigger === undefined ? {} : { trigger }),
    ...(vars === undefined ? {} : { vars }),
    ...(item === undefined ? {} : { item }),
    ...(index === undefined ? {} : { index }),
  }
  const written = { type: node.type, version: one.version ?? node.version, config: one.config }
  return (await settingsReader(written, node)(() => bindings, evaluateHere)) as JsonObject
}

/** Plays one case. @returns what came out, and what the ports were asked */
export async function playGolden(node: NodeDefinition, one: GoldenCase): Promise<GoldenResult & { asked: Asked }> {
  const asked: Asked = []
  try {
    const trial = {
      parsed: true as const,
      input: one.input,
      inputs: one.inputs ?? [{ node: 'before', port: 'out', value: one.input }],
      ports: scriptedPorts(one.ports, asked),
      ...(one.resolution === undefined ? {} : { resolution: one.resolution as unknown as Resolution }),
    }
    const result = await tryNode(node, await settings(node, one), trial)
    if (result.type !== 'output') return { result: asJson(result) as JsonObject, asked }
    const output = asJson(result.output)
    return result.port === undefined || result.port === 'out' ? { output, asked } : { output, port: result.port, asked }
  } catch (thrown) {
    if (thrown instanceof NodeError || thrown instanceof ExpressionError) {
      return { error: { code: thrown.code, field: thrown.field }, asked }
    }
    throw thrown
  }
}

/** Whether a case says what comes out. */
export const isRecorded = (one: GoldenCase): boolean =>
  one.output !== undefined || one.result !== undefined || one.error !== undefined
