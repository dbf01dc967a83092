/** No body, however it is filled, may hold up everybody: what a schema looks at one by one has a bound, and the worst body is cheap. */
import { expect, it } from 'vitest'
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
import { placesOf, worstBodies } from './support/worst-bodies.ts'

interface Door {
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

/** What may have any number, and why that costs little. */
const BOUNDED_ELSEWHERE: Readonly<Record<string, string>> = {
  'tool run_agent .input names': 'any JSON: nothing in it is a problem of its own, and the run bounds its input',
}

it('every list and every object of free names that a caller sends has a bound', () => {
  const unbounded = [...endpoints, ...tools, ...files, ...settings].flatMap(({ name, schema }) =>
    placesOf(schema)
      .filter(({ kind, most }) => kind !== 'object' && most === Number.POSITIVE_INFINITY)
      .map(({ path, kind }) => `${name} ${path} ${kind}`),
  )
  expect(new Set(unbounded)).toEqual(new Set(Object.keys(BOUNDED_ELSEWHERE)))
})

const MOST_MS = 100

/** Processor time of this thread in ms, the least of three: the first may compile, and any may collect rubbish of another. */
function costOf(parse: Door['parse'], value: unknown): number {
  const once = () => {
    const before = process.threadCpuUsage()
    parse(value)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  let least = once()
  for (let tries = 0; least > MOST_MS && tries < 2; tries++) least = Math.min(least, once())
  return least
}

it.each([
  ['endpoint', endpoints],
  ['tool', tools],
  ['file', files],
  ['node', settings],
])('no body of 1 MB to any %s holds the server up for longer than a tenth of a second', (_kind, doors) => {
  const slow = doors.flatMap(({ name, schema, parse }) =>
    worstBodies(schema).flatMap(({ path, body }) => {
      const took = costOf(parse, body)
      return took > MOST_MS ? [`${name} ${path} ${JSON.stringify(body).slice(0, 60)}: ${Math.round(took)} ms`] : []
    }),
  )
  expect(slow).toEqual([])
})
