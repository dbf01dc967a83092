/** The tools of a server as they are kept: bounded, storable, and with a hash that tells when one was changed. */
import { createHash } from 'node:crypto'
import type { Tool as WireTool } from '@modelcontextprotocol/client'
import type { Json, JsonObject } from '#contract/core/primitives.ts'

export interface ToolDefinition {
  /** As the server calls it; one that starts with `@` stands for a part of the protocol other than tools. */
  name: string
  title: string
  description: string
  input: JsonObject
  output: JsonObject | null
  /** What the server says of it. Nobody has checked this. */
  hints: { read_only: boolean; destructive: boolean; idempotent: boolean }
}

export const TOOL_LIMITS = { per_server: 500, description_chars: 20_000, schema_chars: 100_000, depth: 40 } as const

const NAME = /^[A-Za-z0-9][A-Za-z0-9_./-]{0,127}$/

/** @returns undefined for what is nested too deeply to be stored */
function storable(value: unknown, depth: number): Json | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value as Json
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed()
  if (typeof value !== 'object' || depth === 0) return undefined
  if (Array.isArray(value)) {
    const items = value.map((item) => storable(item, depth - 1))
    return items.includes(undefined) ? undefined : (items as Json)
  }
  const entries: [string, Json][] = []
  for (const [key, one] of Object.entries(value)) {
    const kept = one === undefined ? null : storable(one, depth - 1)
    if (kept === undefined) return undefined
    entries.push([key.replaceAll('\u0000', '').toWellFormed(), kept])
  }
  return Object.fromEntries(entries)
}

/** @returns null when it is too large or too deep */
function readSchema(schema: unknown): JsonObject | null {
  const kept = storable(schema, TOOL_LIMITS.depth)
  if (kept === undefined || kept === null || typeof kept !== 'object' || Array.isArray(kept)) return null
  return JSON.stringify(kept).length > TOOL_LIMITS.schema_chars ? null : kept
}

const textOf = (text: unknown, most: number): string =>
  typeof text === 'string' ? text.replaceAll('\u0000', '').slice(0, most).toWellFormed() : ''

/** @returns null for a tool that cannot be offered: a name no one could write, or a schema without bounds */
export function readTool(tool: WireTool): ToolDefinition | null {
  const input = readSchema(tool.inputSchema)
  const output = tool.outputSchema === undefined ? null : readSchema(tool.outputSchema)
  if (!NAME.test(tool.name) || !input || (tool.description?.length ?? 0) > TOOL_LIMITS.description_chars) return null
  const { readOnlyHint, destructiveHint, idempotentHint } = tool.annotations ?? {}
  return {
    name: tool.name,
    title: textOf(tool.title ?? tool.annotations?.title ?? tool.name, 200),
    description: textOf(tool.description, TOOL_LIMITS.description_chars),
    input: { ...input, type: 'object' },
    output,
    hints: {
      read_only: readOnlyHint === true,
      destructive: destructiveHint === true,
      idempotent: idempotentHint === true,
    },
  }
}

function sorted(value: Json): Json {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(sorted)
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key] as Json)]),
  )
}

/** Of everything a person agrees to: name, texts, schemas and what the server says it does. */
export const hashOfTool = (tool: ToolDefinition): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(sorted(tool as unknown as Json)))
    .digest()

/** Reads a resource; offered where a server has any. */
export const READ_RESOURCE = '@read_resource'
/** Fills a prompt in; offered where a server has any. */
export const GET_PROMPT = '@get_prompt'

export const resourceTool: ToolDefinition = {
  name: READ_RESOURCE,
  title: 'Read a resource',
  description: 'Returns the contents of a resource of this server.',
  input: {
    type: 'object',
    properties: { uri: { type: 'string', title: 'Address', maxLength: 2000 } },
    required: ['uri'],
  },
  output: null,
  hints: { read_only: true, destructive: false, idempotent: true },
}

export const promptTool: ToolDefinition = {
  name: GET_PROMPT,
  title: 'Fill in a prompt',
  description: 'Returns the messages of a prompt of this server, filled in.',
  input: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Prompt', maxLength: 200 },
      arguments: { type: 'object', title: 'Values', additionalProperties: { type: 'string' } },
    },
    required: ['name'],
  },
  output: null,
  hints: { read_only: true, destructive: false, idempotent: true },
}
