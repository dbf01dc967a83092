/** Puts one workflow together: nodes, edges, notes, and the report of what became of each step. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Slot } from '#contract/workflows/bundle.ts'
import { type Edge, EMPTY_DOCUMENT, type Note, type WorkflowDocument, type WorkflowNode } from '#graph/document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import type { ImportReport, ImportWarning } from '#nodes/import/report.ts'
import { IMPORT_LIMITS } from '#nodes/import/untrusted.ts'
import { isObject } from '#shared/json.ts'
import { COMPUTED } from './computed.ts'
import { arranged } from './layout.ts'
import { ANSWERER, KEEPER, type Mapped, mapped } from './mapped.ts'
import { listParts, type Source, type Step } from './read.ts'
import { slugOf } from './slug.ts'
import type { Link, Unit } from './unit.ts'
import type { Variables } from './variables.ts'
import { handedOut } from './ways/kept-in-loops.ts'
import { unrolled } from './ways/loops.ts'
import { repeated } from './ways/per-item.ts'

interface Whole {
  source: Source
  units: readonly Unit[]
  ways: readonly Link[]
  warnings: readonly ImportWarning[]
  variables: Variables
  taken: ReadonlySet<string>
  name: string
  /** Units that are in some workflow of the file. */
  kept: ReadonlySet<string>
  /** Names of the steps that a trigger led to in the file. */
  ran: ReadonlySet<string>
}

interface Part {
  trigger: Unit | null
  others: readonly Unit[]
  inside: ReadonlySet<string>
  /** The first takes the notes of the file, and what nothing leads to. */
  first: boolean
}

export function assemble(
  whole: Whole,
  part: Part,
): { document: WorkflowDocument; slots: Slot[]; report: ImportReport } {
  const taken = new Set(whole.taken)
  const name = (wanted: string) => slugOf(wanted, taken)
  const said: ImportWarning[] = []
  const warn = (warning: ImportWarning) => said.push(warning)
  const own = whole.units.filter(({ id }) => part.inside.has(id))
  const inner = whole.ways.filter(({ from, to }) => part.inside.has(from) && part.inside.has(to))
  const started = part.trigger ? { units: own, ways: inner } : startedByHand(own, inner, name, warn)
  const { units, ways } = shaped(started, whole, name, warn)
  for (const other of part.others) {
    const own = whole.ways.filter(({ from }) => from === other.id).every(({ to }) => part.inside.has(to))
    const message = own
      ? `A workflow can have one trigger. “${other.title}” started the same steps and is kept as a note`
      : `A file can become at most ${IMPORT_LIMITS.workflows} workflows. “${other.title}” and its steps are kept as notes`
    warn({ code: 'trigger', step: other.step?.name ?? null, node: null, field: null, message })
  }
  const placed = nodesOf(units, ways, name)
  const stray = part.first ? whole.units.filter(({ id }) => !whole.kept.has(id)) : []
  const idle = (step: Step) => step.disabled || !whole.ran.has(step.name)
  const parts = part.first ? partsLeft(whole) : []
  const beside = [
    ...(part.first ? whole.source.notes.map(scaled) : []),
    ...units.flatMap((unit) => (unit.step?.notes ? [noteBeside(unit.step, unit.step.notes)] : [])),
  ]
  const below = [
    ...[...part.others, ...stray].flatMap(({ step }) => (step ? [noteOf(step)] : [])),
    ...parts.map((step) => noteOf(step)),
  ]
  const { nodes, notes } = arranged(placed.nodes, placed.edges, beside, below)
  for (const { step } of stray) {
    if (step)
      warn({
        code: 'not_connected',
        step: step.name,
        node: null,
        field: null,
        message: idle(step)
          ? 'Nothing is connected to its input, so it never ran. It is kept as a note'
          : 'The step before it is missing, so it can’t run. It is kept as a note',
      })
  }
  const document: WorkflowDocument = {
    ...EMPTY_DOCUMENT,
    edges: placed.edges,
    nodes,
    notes: notes.map((note, index): Note => ({ id: `note_${index + 1}`, ...note })),
  }
  return {
    document,
    slots: units.flatMap((unit) => slotsOf(unit, placed.places.get(unit.id))),
    report: reportOf(
      units,
      [
        ...part.others.flatMap(({ step }) =>
          step ? [{ step, how: step.disabled || byHand(step) ? 'note' : 'lost' } as const] : [],
        ),
        ...stray.flatMap(({ step }) => (step ? [{ step, how: idle(step) ? 'note' : 'lost' } as const] : [])),
        ...parts.map((step) => ({ step, how: neverRan(step, whole) ? 'note' : 'lost' }) as const),
      ],
      whole.source,
      [...whole.warnings.filter(({ node }) => node !== null && units.some(({ id }) => id === node)), ...said],
    ),
  }
}

/** Loops, items and variables in the form they have here. */
function shaped(
  started: { units: readonly Unit[]; ways: readonly Link[] },
  { variables }: Whole,
  name: (wanted: string) => string,
  warn: (warning: ImportWarning) => void,
) {
  const forward = unrolled(started.units, started.ways, name, warn)
  const each = repeated(forward.units, forward.ways, name, warn)
  const bodies = [...each.bodies, ...forward.bodies]
  const { units, ways } = handedOut(each.units, each.ways, bodies, each.itemsOf, name)
  return variables.placed(units, ways, name)
}

/** The parts that went into no settings: a tool without counterpart, a memory, what hangs on such a part. */
function partsLeft({ source, units }: Whole): Step[] {
  const folded = new Set(units.flatMap(({ mapped: { folded: own = [] } }) => own.map(({ name }) => name)))
  const placed = new Set(units.map(({ step }) => step?.name))
  const parts = new Set(listParts(source).map(({ step }) => step))
  return [...parts].filter(({ name }) => !(folded.has(name) || placed.has(name)))
}

function startedByHand(
  units: readonly Unit[],
  ways: readonly Link[],
  name: (wanted: string) => string,
  warn: (warning: ImportWarning) => void,
) {
  warn({
    code: 'trigger',
    step: null,
    node: null,
    field: null,
    message: 'The file has no trigger: the workflow is started manually',
  })
  const start: Unit = {
    id: name('start'),
    title: 'Start by hand',
    mapped: mapped('manual_trigger', {}, { trigger: true }),
    position: { x: -300, y: 0 },
    step: null,
  }
  const targets = new Set(ways.map(({ to }) => to))
  const roots = units.filter(({ id }) => !targets.has(id))
  const [first] = units
  const begin = roots.length > 0 ? roots : first ? [first] : []
  return {
    units: [start, ...units],
    ways: [...begin.map(({ id }) => ({ from: start.id, port: 'out', to: id })), ...ways],
  }
}

/** Where a unit of several nodes is: the one that does it, and those before it. */
interface Place {
  /** Where its input goes. */
  start: string
  main: string
  first: readonly string[]
  after: readonly string[]
}

function slotsOf(
  { id, mapped: { slot, slots = [], before = [], after = [] } }: Unit,
  place: Place | undefined,
): Slot[] {
  const { main = id, first = [], after: behind = [] } = place ?? {}
  const asked = before.flatMap(({ slot: one, slots: more = [] }, index) =>
    [...(one ? [one] : []), ...more].map((open) => ({ ...open, node: first[index] ?? main })),
  )
  const later = after.flatMap(({ slot: one }, index) => (one ? [{ ...one, node: behind[index] ?? main }] : []))
  return [...asked, ...later, ...[...(slot ? [slot] : []), ...slots].map((one) => ({ ...one, node: main }))]
}

/** A unit becomes several nodes where it needs some before it or one behind it: the last one has the unit's id, where its output is read. */
function nodesOf(
  units: readonly Unit[],
  ways: readonly Link[],
  name: (wanted: string) => string,
): Pick<WorkflowDocument, 'nodes' | 'edges'> & { places: ReadonlyMap<string, Place> } {
  const nodes: WorkflowNode[] = []
  const edges: Edge[] = []
  const places = new Map<string, Place>()
  const wire = (from: string, port: string, to: string) => {
    const id = `${from}.${port}-${to}`
    if (!edges.some((edge) => edge.id === id))
      edges.push({ id, from: { node: from, port }, to: { node: to, port: 'in' } })
  }
  for (const unit of units) {
    const { follow, before = [], computed = [], after = [] } = unit.mapped
    const ahead = computed.map((_, index) => name(`${unit.id}_${index === 0 ? 'values' : 'came_in'}`))
    const first = before.map((_, index) => name(`${unit.id}_${index === 0 ? 'input' : 'look_up'}`))
    const main = follow ? name(`${unit.id}_call`) : unit.id
    const line = [...ahead, ...first, main]
    const behind = after.map(() => name(`${unit.id}_after`))
    places.set(unit.id, { start: line[0] ?? main, main, first, after: behind })
    const ids = { [KEEPER]: first[0] ?? main, [COMPUTED]: ahead[0] ?? main, [ANSWERER]: main }
    const added = (id: string, { type, title, config }: NonNullable<Mapped['follow']>, by: number): WorkflowNode => ({
      id,
      type,
      version: versionOf(type),
      title,
      config: reading(config, ids),
      position: { x: unit.position.x + by * 60, y: unit.position.y + by * 110 },
    })
    for (const [index, one] of [...computed, ...before].entries()) {
      nodes.push(added(line[index] ?? '', one, index + 1 - line.length))
      wire(line[index] ?? '', 'out', line[index + 1] ?? main)
    }
    const made = nodeOf(unit, main)
    nodes.push(line.length > 1 ? { ...made, config: reading(made.config, ids) } : made)
    if (!follow) continue
    for (const [index, one] of after.entries()) nodes.push(added(behind[index] ?? '', one, index + 1))
    nodes.push(added(unit.id, follow, 1 + after.length))
    const last = [main, ...behind, unit.id]
    for (const [index, to] of last.slice(1).entries())
      wire(last[index] ?? main, index === 0 ? (unit.mapped.ports?.[0] ?? 'out') : 'out', to)
  }
  for (const { from, port, to } of ways) {
    const unit = units.find(({ id }) => id === from)
    const first = unit?.mapped.ports?.[0] ?? 'out'
    // Other ways out than the first, such as the one for failures, leave the node that does it.
    const start = unit?.mapped.follow && port !== first ? (places.get(from)?.main ?? from) : from
    const target = places.get(to)
    wire(start, unit?.mapped.follow && port === first ? 'out' : port, target?.start ?? to)
  }
  return { nodes, edges, places }
}

/** Settings that read what nodes before the step give, with the ids of those. */
function reading(value: JsonObject, ids: Record<string, string>): JsonObject {
  const inner = (part: Json): Json => {
    if (typeof part === 'string')
      return Object.entries(ids).reduce(
        (text, [mark, id]) => (text.includes(mark) ? text.replaceAll(mark, id) : text),
        part,
      )
    if (Array.isArray(part)) return part.map(inner)
    return isObject(part) ? Object.fromEntries(Object.entries(part).map(([key, one]) => [key, inner(one)])) : part
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inner(part)]))
}

const versionOf = (type: string): number => catalogue.get(type)?.version ?? 1

function nodeOf({ title, mapped: made, position, step }: Unit, id: string): WorkflowNode {
  const trigger = made.trigger === true
  return {
    id,
    type: made.type,
    version: versionOf(made.type),
    title: title.trim() === '' ? made.type : title,
    config: made.config,
    ...(step?.retry && !trigger && { retry: step.retry }),
    ...(step && step.on_error !== 'stop' && !trigger && { on_error: step.on_error }),
    position,
    ...(step?.disabled && !trigger && { disabled: true }),
  }
}

const scaled = ({ text, position, size }: Omit<Note, 'id'>) => ({
  text,
  position: { x: Math.round(position.x * 1.4), y: Math.round(position.y * 1.2) },
  size,
})

const noteBeside = ({ position }: Step, text: string): Omit<Note, 'id'> =>
  scaled({ text, position: { x: position.x, y: position.y - 100 }, size: { width: 220, height: 90 } })

/** A step that is not part of a run, with all it held. */
function noteOf(step: Step): Omit<Note, 'id'> {
  const held = JSON.stringify(step.original, null, 2)
  const text = `**${step.name.slice(0, 200)}** (n8n: ${step.from})\n\n\`\`\`json\n${held}\n\`\`\``
  return scaled({ text: text.slice(0, 20_000), position: step.position, size: { width: 320, height: 200 } })
}

interface Kept {
  step: Step
  how: 'lost' | 'note'
}

/** Every workflow can be run by hand, so such a trigger is not missed. */
const byHand = ({ type }: Step): boolean =>
  ['manualTrigger', 'start', 'n8nTrigger', 'workflowTrigger', 'evaluationTrigger', 'lc:manualChatTrigger'].includes(
    type,
  )

export const isStartedByHand = ({ step }: Unit): boolean => step !== null && byHand(step)

/** A part that is switched off, or whose owners never ran. */
function neverRan(part: Step, { source, ran }: Whole): boolean {
  if (part.disabled) return true
  const owners = listParts(source).filter(({ step }) => step === part)
  const disabled = new Set(source.steps.filter((step) => step.disabled).map(({ name }) => name))
  const parts = new Set(listParts(source).map(({ step }) => step.name))
  return owners.every(({ owner }) => disabled.has(owner) || !(ran.has(owner) || parts.has(owner)))
}

function reportOf(
  units: readonly Unit[],
  kept: readonly Kept[],
  source: Source,
  warnings: ImportWarning[],
): ImportReport {
  const short = (text: string): string => text.slice(0, 200)
  const placed = new Set(units.map(({ step }) => step?.name))
  const from = new Map(source.steps.map((step) => [step.name, step.from]))
  const parts = units.flatMap(({ id, mapped: { folded = [] } }) => folded.map((part) => ({ ...part, node: id })))
  const steps = [
    ...units.flatMap(({ id, mapped: { how }, step }) =>
      step ? [{ name: short(step.name), from: step.from, how, node: id }] : [],
    ),
    ...new Map(
      parts
        .filter(({ name }) => !placed.has(name))
        .map(({ name, how, node }) => [name, { name: short(name), from: from.get(name) ?? '', how, node }]),
    ).values(),
    ...kept.map(({ step, how }) => ({ name: short(step.name), from: step.from, how, node: null })),
  ]
  return { steps, warnings: warnings.slice(0, 500) }
}
