/** Everything that a caller may send a body to, and what reads it. */
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { parseInput } from '#contract/core/parse-input.ts'
import { MCP_ARGUMENTS } from '#contract/platform/mcp.ts'
import { Bundle } from '#contract/workflows/bundle.ts'
import { WorkflowDocument } from '#graph/document.ts'
import { Operation, parseOperation } from '#graph/operations.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { catalogue } from '#nodes/catalogue.ts'

export interface Door {
  name: string
  schema: z.ZodType
  parse: (value: unknown) => unknown
}

const endpoints: Door[] = Object.entries(api as Record<string, EndpointDefinition>).flatMap(([name, definition]) =>
  (['params', 'query', 'body'] as const).flatMap((part): Door[] => {
    const schema = definition[part]
    return schema ? [{ name: `${name} ${part}`, schema, parse: (value) => parseInput(schema, value) }] : []
  }),
)
const tools: Door[] = Object.entries(MCP_ARGUMENTS).map(([name, schema]) => ({
  name: `tool ${name}`,
  schema,
  parse: (value) => parseInput(schema, value),
}))
const files: Door[] = [
  { name: 'operation', schema: Operation, parse: parseOperation },
  { name: 'document', schema: WorkflowDocument, parse: parseDocument },
  { name: 'file of a workflow', schema: Bundle, parse: (value) => parseInput(Bundle, value) },
]
const settings: Door[] = catalogue.all.map(({ type, config }) => ({
  name: `node ${type}`,
  schema: config,
  parse: (value) => parseInput(config, value),
}))

export const DOORS = { endpoint: endpoints, tool: tools, file: files, node: settings }
export type DoorKind = keyof typeof DOORS
