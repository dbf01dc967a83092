/**
 * n8n's MCP trigger offers many tools, each a node that hangs on it; a workflow of ours is one tool. So the tool has a field that says
 * which of them is meant, the fields of all of them, and a way to each.
 */
import type { JsonObject } from '#contract/core/primitives.ts'
import { untranslatedIn } from '#graph/untranslated.ts'
import { type Mapped, type Mapper, mapped } from '#nodes/import/n8n/mapped.ts'
import { listParts, type Source, type Step } from '#nodes/import/n8n/read.ts'
import { slugOf } from '#nodes/import/n8n/slug.ts'
import { createStepReader, type Naming, type StepReader } from '#nodes/import/n8n/step-reader.ts'
import type { Link, Unit } from '#nodes/import/n8n/unit.ts'
import type { ImportWarning } from '#nodes/import/report.ts'
import { readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { isObject } from '#shared/json.ts'
import { readsRun } from './reading-run.ts'
import { ToolParameters } from './tool-parameters.ts'
import { stepOfTool } from './tools.ts'

/** Rules of one “Switch”, and fields of one trigger. */
const MOST_RULES = 50
const MOST_FIELDS = 100

interface Served {
  units: Unit[]
  ways: Link[]
  /** The fields that the tool takes, by the server. */
  fields: ReadonlyMap<string, ToolFields>
}

export interface ToolFields {
  fields: JsonObject[]
  /** Fields whose names are others in the file. */
  renamed: { name: string; value: string }[]
}

interface Tool {
  name: string
  unit: Unit
  parameters: JsonObject
}

export interface ServerParts {
  source: Source
  ids: ReadonlyMap<string, string>
  taken: Set<string>
  warnings: ImportWarning[]
  naming: Naming
  mapperOf: (type: string) => Mapper | null
}

/** The tools of each server as steps behind it. Tools that have no counterpart stay parts, and are lost. */
export function toolsOfServers(parts: ServerParts, servers: readonly Unit[]): Served {
  const served = { units: [] as Unit[], ways: [] as Link[], fields: new Map<string, ToolFields>() }
  for (const server of servers) {
    const names = new Set<string>()
    const tools = listParts(parts.source).flatMap(({ kind, owner, step }) => {
      if (owner !== server.step?.name || kind !== 'ai_tool' || step.disabled) return []
      const made = toolOf(parts, step)
      return made
        ? [{ ...made, name: slugOf(readTextAt(step.parameters, 'name') || step.name, names).slice(0, 60) }]
        : []
    })
    if (tools.length === 0) continue
    served.fields.set(server.id, fieldsOf(tools))
    served.units.push(...tools.map(({ unit }) => unit))
    served.ways.push(...waysTo(parts, server, tools, served.units))
    parts.warnings.push({
      code: 'approximate',
      step: server.title,
      node: server.id,
      field: null,
      message: `n8n offered ${tools.length} tools here. They are one tool, whose field “tool” says which of them is meant`,
    })
  }
  return served
}

function toolOf(parts: ServerParts, step: Step): Omit<Tool, 'name'> | null {
  const id = parts.ids.get(step.name) ?? 'tool'
  const said: ImportWarning[] = []
  const parameters = new ToolParameters()
  const reader: StepReader = createStepReader(step, { ...parts.naming, fromModel: parameters.fromModel }, (warning) =>
    said.push({ ...warning, node: id }),
  )
  const made: { found: Mapped; schema: JsonObject } | null = stepOfTool(reader, parameters, parts.mapperOf)
  if (!made || untranslatedIn(made.found.config).length > 0 || readsRun(made.found)) return null
  parts.warnings.push(...said)
  const position = { x: Math.round(step.position.x * 1.4), y: Math.round(step.position.y * 1.2) }
  return { unit: { id, title: step.name.slice(0, 120), mapped: made.found, position, step }, parameters: made.schema }
}

const KINDS: Record<string, string> = { number: 'number', integer: 'number', boolean: 'boolean' }

/** Which tool, and the fields of all of them: none of these is needed by every tool. */
function fieldsOf(tools: readonly Tool[]): ToolFields {
  const known = new Map<string, JsonObject>()
  const renamed: ToolFields['renamed'] = []
  const taken = new Set(['tool'])
  for (const { parameters } of tools) {
    const properties = readAt(parameters, 'properties')
    for (const [name, about] of isObject(properties) ? Object.entries(properties) : []) {
      if (known.has(name) || known.size >= MOST_FIELDS - 1) continue
      const field = slugOf(name, taken).slice(0, 60)
      if (field !== name) renamed.push({ name, value: `{{ $input.${field} }}` })
      const help = (readTextAt(about, 'description') ?? '').slice(0, 500)
      const type = KINDS[readTextAt(about, 'type') ?? ''] ?? 'text'
      known.set(name, { name: field, type, required: false, ...(help && { help }) })
    }
  }
  const options = tools.slice(0, 200).map(({ name, unit: { title } }) => ({ value: name, label: title.slice(0, 200) }))
  const which: JsonObject = { name: 'tool', label: 'Tool', type: 'select', required: true, options }
  return { fields: [which, ...known.values()], renamed }
}

/** One switch after the other, where there are more tools than one has ways. */
function waysTo({ taken }: ServerParts, server: Unit, tools: readonly Tool[], units: Unit[]): Link[] {
  const ways: Link[] = []
  let from = { id: server.id, port: 'out' }
  for (let start = 0; start < tools.length; start += MOST_RULES) {
    const some = tools.slice(start, start + MOST_RULES)
    const ports = new Set(['default', 'error'])
    const rules = some.map(({ name, unit: { title } }) => ({
      port: slugOf(name, ports),
      title: title.slice(0, 60),
      condition: `{{ $input.tool = ${JSON.stringify(name)} }}`,
    }))
    const id = slugOf(`${server.id}_tools`, taken)
    units.push({
      id,
      title: 'Which tool?',
      mapped: mapped('switch', { rules }, { ports: rules.map(({ port }) => port), gives: 'same' }),
      position: { x: server.position.x + 160, y: server.position.y + start },
      step: null,
    })
    ways.push({ from: from.id, port: from.port, to: id })
    for (const [index, { unit }] of some.entries())
      ways.push({ from: id, port: rules[index]?.port ?? 'default', to: unit.id })
    from = { id, port: 'default' }
  }
  return ways
}
