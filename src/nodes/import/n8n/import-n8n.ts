/** An n8n export as workflows of ours: one for each trigger that leads somewhere of its own. */

import type { Json } from '#contract/core/primitives.ts'
import type { Slot } from '#contract/workflows/bundle.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import type { ImportReport, ImportWarning } from '#nodes/import/report.ts'
import {
  IMPORT_LIMITS,
  ImportError,
  type ImportErrorCode,
  toWellFormedJson as wellFormed,
} from '#nodes/import/untrusted.ts'
import { assemble, isStartedByHand } from './assemble.ts'
import { Computed } from './computed.ts'
import type { Mapped } from './mapped.ts'
import { mapperOf } from './mappers.ts'
import { listParts, partsOf, readSource, type Source, type Step } from './read.ts'
import { nodeCode } from './script/n8n-names.ts'
import { slugOf } from './slug.ts'
import { createStepReader, type Naming } from './step-reader.ts'
import { type ServerParts, type ToolFields, toolsOfServers } from './tools/mcp-server.ts'
import { behind, type Link, type Unit } from './unit.ts'
import { Variables } from './variables.ts'

export interface ImportedWorkflow {
  name: string
  description: string
  document: WorkflowDocument
  slots: Slot[]
  report: ImportReport
}

/**
 * Translates; nothing of the file is run.
 * @throws ImportError with a named reason for what cannot be a workflow
 */
export function importN8n(raw: Json): ImportedWorkflow[] {
  const source = readSource(raw)
  const parts = new Set(listParts(source).map(({ step }) => step.name))
  const taken = new Set<string>()
  const ids = new Map(source.steps.map((step) => [step.name, slugOf(step.name, taken)]))
  const warnings: ImportWarning[] = []
  const steps = source.steps.filter(
    ({ name }) => !parts.has(name) || source.links.some((link) => link.from === name && link.kind === 'main'),
  )
  const variables = new Variables(slugOf('variables', taken))
  const naming = namingOf(source, ids, variables)
  const own = steps.map((step) => unitOf(step, source, ids, naming, warnings))
  const served = servedBy(source, own, { ids, naming, taken, warnings })
  const units = [...own.map((unit) => withFields(unit, served.fields.get(unit.id))), ...served.units]
  const ways = [...waysOf(source, own, warnings), ...served.ways]
  const groups = groupsOf(units, ways)
  const kept = new Set(groups.flatMap(({ inside, others }) => [...inside, ...others.map(({ id }) => id)]))
  const ran = ranIn(source, units)
  const made = groups.map((group, index) => {
    const name =
      index === 0
        ? source.name || 'Imported workflow'
        : `${(source.name || 'Imported workflow').slice(0, 80)} (${group.trigger?.title.slice(0, 36)})`
    const whole = { source, units, ways, warnings, variables, taken, name: name.slice(0, 120), kept, ran }
    const assembled = assemble(whole, { ...group, first: index === 0 })
    return wellFormed({ name: whole.name, description: source.description, ...assembled })
  })
  for (const { document } of made) {
    const { problems } = parseDocument(document)
    const [problem] = problems
    if (problem) throw new ImportError(problem.code as ImportErrorCode, problem.message, problem.field)
  }
  return made
}

/** Names of the steps that a trigger of the file leads to, through steps that have no counterpart, too. */
function ranIn({ links }: Source, units: readonly Unit[]): ReadonlySet<string> {
  const triggers = units.flatMap(({ mapped, step }) => (mapped.trigger && step && !step.disabled ? [step.name] : []))
  const ways = links.flatMap(({ from, to, kind }) => (kind === 'main' ? [{ from, port: '', to }] : []))
  return triggers.length > 0 ? behind(triggers, ways) : new Set(units.flatMap(({ step }) => step?.name ?? []))
}

function servedBy(
  source: Source,
  units: readonly Unit[],
  { ids, naming, taken, warnings }: Pick<ServerParts, 'ids' | 'naming' | 'taken' | 'warnings'>,
) {
  const parts = { source, ids, taken, warnings, naming, mapperOf }
  return toolsOfServers(
    parts,
    units.filter(({ mapped: { type } }) => type === 'mcp_trigger'),
  )
}

function withFields(unit: Unit, own: ToolFields | undefined): Unit {
  if (!own) return unit
  const { fields, renamed } = own
  const follow = {
    type: 'set_fields',
    title: 'Fields under their original names',
    config: { keep_input: true, fields: renamed },
  }
  const config = { ...unit.mapped.config, fields }
  return { ...unit, mapped: { ...unit.mapped, config, ...(renamed.length > 0 && { follow }) } }
}

/** What every step of the file is read with. */
function namingOf(source: Source, ids: ReadonlyMap<string, string>, variables: Variables): Naming {
  const loops = new Set(source.steps.filter(({ type }) => type === 'splitInBatches').map(({ name }) => name))
  const idOf = (name: string) => ids.get(name)
  const outputs = new Map<string, number>()
  for (const { from, kind, output } of source.links)
    if (kind === 'main') outputs.set(from, Math.max(outputs.get(from) ?? 0, output + 1))
  return {
    idOf,
    isLoop: (name: string) => loops.has(name),
    workflowName: source.name,
    variable: (name) => variables.read(name),
    partsOf: (part: Step) => partsOf(source, part.name),
    chatOf: chatsOf(source, idOf),
    outputsOf: ({ name }: Step) => outputs.get(name) ?? 0,
  }
}

function unitOf(
  step: Step,
  source: Source,
  ids: ReadonlyMap<string, string>,
  naming: Naming,
  warnings: ImportWarning[],
): Unit {
  const id = ids.get(step.name) ?? 'step'
  const said: ImportWarning[] = []
  const computed = new Computed(source.name, (name) => nodeCode(name, naming), naming.variable)
  // Before a trigger there is no place for a step.
  const compute = isTriggerType(step.type) ? {} : { compute: (script: string) => computed.add(script) }
  const reader = createStepReader(step, { ...naming, ...compute }, (warning) => said.push({ ...warning, node: id }))
  const found = mapperOf(step.type)?.(reader) ?? null
  const usable =
    found && catalogue.get(found.type) && (!found.follow || catalogue.get(found.follow.type)) ? found : null
  // One at a time: a call takes only so many arguments.
  if (usable) for (const warning of said) warnings.push(warning)
  const position = { x: Math.round(step.position.x * 1.4), y: Math.round(step.position.y * 1.2) }
  const made = usable ?? placeholderOf(step, source)
  const { config, before = [], follow = null, after = [] } = made
  const ahead = usable && !usable.trigger && !step.disabled ? computed.stepsFor([config, before, follow, after]) : []
  const mapped = ahead.length > 0 ? { ...made, computed: ahead } : made
  return { id, title: step.name.slice(0, 120), mapped, position, step }
}

const isTriggerType = (type: string): boolean => /Trigger$|^webhook$|^start$|^cron$|^interval$/.test(type)

const CHATS = ['lc:chatTrigger', 'lc:manualChatTrigger']

/** Our id of the chat that leads to a step; null when something else leads to it as well, or no chat does. */
function chatsOf({ steps, links }: Source, idOf: (name: string) => string | undefined): Naming['chatOf'] {
  const triggers = steps.filter(({ type, disabled }) => !disabled && isTriggerType(type))
  const ways = links.flatMap(({ from, to, kind }) => (kind === 'main' ? [{ from, port: '', to }] : []))
  const reach = triggers.map((trigger) => ({ trigger, steps: behind([trigger.name], ways) }))
  return ({ name }) => {
    const [only, ...others] = reach.filter(({ steps }) => steps.has(name))
    return only && others.length === 0 && CHATS.includes(only.trigger.type) ? (idOf(only.trigger.name) ?? null) : null
  }
}

function placeholderOf(step: Step, source: Source): Mapped {
  const outputs = source.links
    .filter((link) => link.from === step.name && link.kind === 'main')
    .map(({ output }) => output)
  const ports = Array.from({ length: Math.min(60, Math.max(1, ...outputs.map((output) => output + 1))) }, (_, index) =>
    index === 0 ? 'out' : `out_${index}`,
  )
  const config = {
    from: `n8n: ${step.from}`.slice(0, 200),
    original: step.original,
    ...(ports.length > 1 && { ways_out: ports }),
  }
  return { type: 'placeholder', config, how: 'placeholder', ports, takes: 'list', gives: 'same' }
}

/** Ways between units by our ports. */
function waysOf(source: Source, units: readonly Unit[], warnings: ImportWarning[]): Link[] {
  const byName = new Map(units.map((unit) => [unit.step?.name, unit]))
  const seen = new Set<string>()
  return source.links.flatMap(({ from, output, kind, to }) => {
    const [start, end] = [byName.get(from), byName.get(to)]
    if (kind !== 'main' || !start || !end || end.mapped.trigger) return []
    const port = portOf(start, output)
    if (port === null) {
      const message = `Its output ${output + 1} has no equivalent here: the connection to “${to.slice(0, 80)}” is left out`
      warnings.push({ code: 'not_connected', step: from, node: start.id, field: null, message })
      return []
    }
    const key = `${start.id} ${port} ${end.id}`
    if (seen.has(key)) return []
    seen.add(key)
    return [{ from: start.id, port, to: end.id }]
  })
}

function portOf({ mapped, step }: Unit, output: number): string | null {
  if (mapped.loop) return output === mapped.loop.body ? 'item' : output === mapped.loop.done ? 'out' : null
  const ports = mapped.ports ?? ['out']
  const port = ports[output]
  if (port !== undefined) return port
  return step?.on_error === 'error_port' && output === ports.length ? 'error' : null
}

interface Group {
  trigger: Unit | null
  /** Further triggers of the same steps. */
  others: Unit[]
  inside: Set<string>
}

const RANKS = [
  'webhook_trigger',
  'form_trigger',
  'chat_trigger',
  'email_trigger',
  'schedule_trigger',
  'workflow_trigger',
  'error_trigger',
]
const rank = ({ mapped }: Unit) => (RANKS.includes(mapped.type) ? RANKS.indexOf(mapped.type) : RANKS.length)

/** The trigger with the most behind it first; one whose steps are all there already adds nothing but itself. */
function groupsOf(units: readonly Unit[], ways: readonly Link[]): Group[] {
  const triggers = units.filter((unit) => unit.mapped.trigger)
  const reach = new Map(triggers.map((unit) => [unit.id, behind([unit.id], ways)]))
  const size = (unit: Unit) => reach.get(unit.id)?.size ?? 0
  const groups: Group[] = []
  for (const trigger of [...triggers].sort((a, b) => size(b) - size(a) || rank(a) - rank(b))) {
    const inside = reach.get(trigger.id) ?? new Set([trigger.id])
    const home = groups.find((group) => [...inside].every((id) => id === trigger.id || group.inside.has(id)))
    // What people start is started by hand here, too. Any other trigger gets a workflow of its own with the same steps.
    if (home && (inside.size === 1 || trigger.step?.disabled || isStartedByHand(trigger))) home.others.push(trigger)
    else if (groups.length < IMPORT_LIMITS.workflows) groups.push({ trigger, others: [], inside })
    else groups[0]?.others.push(trigger)
  }
  if (groups.length > 0) return groups
  return [{ trigger: null, others: [], inside: new Set(units.map(({ id }) => id)) }]
}
