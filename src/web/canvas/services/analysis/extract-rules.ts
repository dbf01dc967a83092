/** What keeps a part of a workflow from becoming a workflow of its own: everything that would mean another thing there. */
import type { Edge, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { ExpressionError } from '#graph/expressions/expression-error.ts'
import { compileExpression, templatesIn } from '#graph/expressions/expressions.ts'
import { splitTemplate } from '#graph/expressions/template.ts'
import { BODY_TYPES } from '#graph/plan.ts'
import { rawFields } from '#graph/values/raw-fields.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { downstream, upstream } from '#web/canvas/model/graph/traversal.ts'
import { endsOf } from './extract-ends.ts'

export interface Part {
  ids: ReadonlySet<string>
  /** Edges that lead in and out. */
  inbound: readonly Edge[]
  outbound: readonly Edge[]
  /** The nodes it begins with; those nothing leads to when nothing leads in. */
  entries: readonly string[]
  /** The node whose output leaves the part; null when none does. */
  exit: string | null
  /** Nodes outside that its settings read. */
  reads: readonly string[]
}

export interface Obstacle {
  reason: string
  nodes: string[]
}

interface Read {
  ids: readonly string[]
  item: boolean
  trigger: boolean
}

const NOTHING: Read = { ids: [], item: false, trigger: false }

/** What the expressions of a node read. */
function readBy(node: WorkflowNode): Read {
  const type = catalogue.get(node.type)
  const raw = type ? rawFields(type.config) : []
  return templatesIn(node.config, { raw }).reduce((all, { text }) => {
    try {
      const found = splitTemplate(text).flatMap((one) => (one.type === 'expression' ? [one.source] : []))
      const compiled = found.map(compileExpression)
      return {
        ids: [...all.ids, ...compiled.flatMap(({ references }) => references)],
        item: all.item || compiled.some(({ readsItem }) => readsItem),
        trigger: all.trigger || found.some((source) => /\$trigger\b/.test(source)),
      }
    } catch (error) {
      // What cannot be read is told by the validation.
      if (error instanceof ExpressionError) return all
      throw error
    }
  }, NOTHING)
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)]

export function partOf(document: WorkflowDocument, ids: ReadonlySet<string>): Part {
  const inbound = document.edges.filter(({ from, to }) => !ids.has(from.node) && ids.has(to.node))
  const outbound = document.edges.filter(({ from, to }) => ids.has(from.node) && !ids.has(to.node))
  const led = new Set(document.edges.filter(({ from }) => ids.has(from.node)).map(({ to }) => to.node))
  const chosen = document.nodes.filter(({ id }) => ids.has(id))
  const entries =
    inbound.length > 0
      ? unique(inbound.map(({ to }) => to.node))
      : chosen.filter(({ id }) => !led.has(id)).map(({ id }) => id)
  const reads = unique(chosen.flatMap((node) => readBy(node).ids)).filter((id) => !ids.has(id))
  return { ids, inbound, outbound, entries, exit: outbound[0]?.from.node ?? null, reads }
}

function portsOf(node: WorkflowNode): string[] {
  const type = catalogue.get(node.type)
  const error = node.on_error === 'error_port' ? ['error'] : []
  if (!type || node.disabled === true) return ['out', ...error]
  if (typeof type.ports !== 'function') return [...(type.ports ?? [{ name: 'out' }]).map(({ name }) => name), ...error]
  const parsed = type.config.safeParse(node.config)
  return parsed.success ? [...type.ports(parsed.data as never).map(({ name }) => name), ...error] : ['out', ...error]
}

type Rule = (document: WorkflowDocument, part: Part, says: (id: string) => string) => Obstacle | null

const chosen = ({ nodes }: WorkflowDocument, { ids }: Part) => nodes.filter(({ id }) => ids.has(id))

const something: Rule = (document, part) =>
  chosen(document, part).length > 0 ? null : { reason: 'Select the nodes to extract.', nodes: [] }

const noTrigger: Rule = (document, part, says) => {
  const trigger = chosen(document, part).find(({ type }) => catalogue.get(type)?.trigger)
  return trigger
    ? {
        reason: `${says(trigger.id)} starts this workflow and has to stay. Leave it out of the selection.`,
        nodes: [trigger.id],
      }
    : null
}

const noEnding: Rule = (document, part, says) => {
  const ending = chosen(document, part).find(({ type }) => type === 'respond' || type === 'stop')
  return ending
    ? {
        reason: `${says(ending.id)} ends this whole workflow; in another one it would end only that. Leave it out.`,
        nodes: [ending.id],
      }
    : null
}

const oneEntry: Rule = (document, { ids, inbound, entries }, says) => {
  const sources = unique(inbound.map(({ from }) => `${from.node} ${from.port}`))
  if (sources.length > 1 && entries.length > 1)
    return {
      reason: `Several ways lead in, to ${entries.map(says).join(' and ')}. A workflow has one beginning.`,
      nodes: [...entries],
    }
  const mixed = entries.find((id) => document.edges.some(({ from, to }) => to.node === id && ids.has(from.node)))
  return mixed !== undefined && inbound.length > 0
    ? {
        reason: `${says(mixed)} gets input from inside and from outside of the selection. Put a Merge between.`,
        nodes: [mixed],
      }
    : null
}

const oneExit: Rule = (document, part, says) => {
  const { ids, outbound, exit } = part
  if (exit === null) return null
  const leaving = unique(outbound.map(({ from }) => from.node))
  if (leaving.length > 1)
    return {
      reason: `${leaving.map(says).join(' and ')} both lead out. A workflow gives one result: merge them first.`,
      nodes: leaving,
    }
  const node = chosen(document, part).find(({ id }) => id === exit)
  if (node && (portsOf(node).length > 1 || outbound.some(({ from }) => from.port !== 'out')))
    return { reason: `${says(exit)} has several ways out; only a whole branch can be taken.`, nodes: [exit] }
  const ends = chosen(document, part).filter(
    ({ id }) => id === exit || !document.edges.some(({ from, to }) => from.node === id && ids.has(to.node)),
  )
  const goesOn = document.edges.some(({ from, to }) => from.node === exit && ids.has(to.node))
  if (goesOn) return { reason: `${says(exit)} goes on inside and outside of the selection.`, nodes: [exit] }
  const other = ends.find(({ id }) => id !== exit && !insideBody(document, part, id))
  return other
    ? {
        reason: `${says(other.id)} ends inside the selection, so the result would not be that of ${says(exit)} alone.`,
        nodes: [other.id],
      }
    : null
}

/** Whether a node runs once per item of a "For each" that is in the selection: what it gives goes to that. */
function insideBody(document: WorkflowDocument, { ids }: Part, id: string): boolean {
  const before = upstream(document, id)
  return document.edges.some(({ from, to }) => {
    const opens = from.port === 'item' && ids.has(from.node) && before.has(from.node)
    return opens && (to.node === id || before.has(to.node))
  })
}

/** Of several ends the result names each by its node: two of them in one workflow would be one there. */
const endsApart: Rule = (document, { ids, exit }, says) => {
  const { inside, outside } = endsOf(document, ids)
  return exit === null && inside.length > 1 && outside.length > 0
    ? {
        reason: `${inside.map(says).join(' and ')} end here, and ${outside.map(says).join(' and ')} elsewhere: the result would be put together in another way. Merge them first.`,
        nodes: [...inside],
      }
    : null
}

/** A branch inside of which only some ways reach the exit: outside, the rest would go on where it stopped before. */
const everyWay: Rule = (document, part, says) => {
  const { ids, exit } = part
  if (exit === null) return null
  const inner = { ...document, edges: document.edges.filter(({ from, to }) => ids.has(from.node) && ids.has(to.node)) }
  const before = upstream(inner, exit)
  const loose = chosen(document, part).find((node) => {
    if (!before.has(node.id) || BODY_TYPES.includes(node.type) || insideBody(document, part, node.id)) return false
    return portsOf(node).some((port) => {
      const targets = inner.edges.filter(({ from }) => from.node === node.id && from.port === port)
      return !targets.some(({ to }) => to.node === exit || before.has(to.node))
    })
  })
  return loose
    ? {
        reason: `${says(loose.id)} leads to ${says(exit)} only sometimes. Take all of its ways along, or none.`,
        nodes: [loose.id],
      }
    : null
}

const readsOnlyKnown: Rule = (document, part, says) => {
  for (const node of chosen(document, part)) {
    const { item, trigger } = readBy(node)
    if (item && !insideBody(document, part, node.id))
      return { reason: `${says(node.id)} reads the item of a “For each” outside. Take that along.`, nodes: [node.id] }
    if (trigger)
      return {
        reason: `${says(node.id)} reads $trigger, which would be another one. Read the node by its name instead.`,
        nodes: [node.id],
      }
  }
  return null
}

const readOnlyAtExit: Rule = (document, part, says) => {
  for (const node of document.nodes) {
    if (part.ids.has(node.id)) continue
    const inner = readBy(node).ids.find((id) => part.ids.has(id) && id !== part.exit)
    if (inner !== undefined)
      return {
        reason: `${says(node.id)} reads ${says(inner)}, which would be out of its reach. Leave that out, or read what comes out at the end.`,
        nodes: [node.id, inner],
      }
  }
  return null
}

/** Nodes outside that lie between two of the selection: the part would have to run before and behind them. */
const nothingBetween: Rule = (document, { ids, outbound }, says) => {
  for (const { to } of outbound) {
    const after = downstream(document, to.node)
    const back = [...after].find((id) => ids.has(id))
    if (back !== undefined)
      return { reason: `${says(to.node)} lies between the selected nodes. Take it along.`, nodes: [to.node] }
  }
  return null
}

const RULES: readonly Rule[] = [
  something,
  noTrigger,
  noEnding,
  nothingBetween,
  oneEntry,
  oneExit,
  endsApart,
  everyWay,
  readsOnlyKnown,
  readOnlyAtExit,
]

/** The first obstacle; null when there is none. */
export function obstacles(document: WorkflowDocument, part: Part): Obstacle | null {
  const titles = new Map(document.nodes.map(({ id, title }) => [id, title]))
  const says = (id: string) => `“${titles.get(id) ?? id}”`
  for (const rule of RULES) {
    const found = rule(document, part, says)
    if (found) return found
  }
  return null
}
