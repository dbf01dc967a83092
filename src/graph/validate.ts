/** Everything that is wrong with a workflow, each with the node and the setting it belongs to. */
import type { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument, WorkflowNode } from './document.ts'
import { blockingProblems, looseNodes } from './loose.ts'
import { MigrationError, migrateNodes } from './migrate.ts'
import type { NodeType, NodeTypes } from './node-types.ts'
import { type GraphProblem, MOST_PROBLEMS, parseDocument, problem } from './parse-document.ts'
import {
  BODY_TYPES,
  ITEM_PORT,
  leakingEdges,
  type Plan,
  type PlanNode,
  planDocument,
  topologicalOrder,
} from './plan.ts'
import { untranslatedIn } from './untranslated.ts'
import { configProblems } from './validate-config.ts'
import { referenceProblems } from './validate-references.ts'

/**
 * Names every problem of a document; none but warnings means it can run. Takes anything, and is bounded in time for any input.
 * @param types the catalogue
 */
export function validate(raw: unknown, types: NodeTypes): GraphProblem[] {
  const steps = validateSteps(raw, types)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** The same with stops in between: reading all expressions of a large document can take a second. */
export function* validateSteps(raw: unknown, types: NodeTypes): Generator<void, GraphProblem[]> {
  const { document, problems } = parseDocument(raw)
  if (!document) return problems
  const loose = looseNodes(document, types)
  const found: GraphProblem[] = []
  for (const one of findProblems(document, types)) {
    if (one === null) {
      yield
      continue
    }
    const isWarning = one.node !== null && loose.has(one.node) && !OF_THE_WHOLE.has(one.code)
    found.push(isWarning ? { ...one, warning: true } : one)
  }
  // Problems that prevent a run come before those of unconnected nodes.
  return [...blockingProblems(found), ...found.filter(({ warning }) => warning)].slice(0, MOST_PROBLEMS)
}

/** Said of a node, and true of the workflow whether the node is reached or not. */
const OF_THE_WHOLE: ReadonlySet<string> = new Set(['two_triggers', 'trigger_disabled', 'trigger_has_input', 'cycle'])

/** Null is a place to stop at. */
function* findProblems(document: WorkflowDocument, types: NodeTypes): Generator<GraphProblem | null> {
  let current = document
  try {
    current = migrateNodes(document, types)
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    yield problem(error.code, error.message, error.node)
  }
  if (current.nodes.length === 0) {
    yield problem('no_trigger', 'The workflow is empty: begin with a trigger')
    return
  }
  for (const node of current.nodes) yield* nodeProblems(node, types.get(node.type))
  yield* triggerProblems(current, types)
  yield* portProblems(current, types)
  const cycle = nodesOnCycles(current)
  for (const id of cycle) yield problem('cycle', `“${id}” is part of a cycle; use “For each” to repeat`, id)
  if (cycle.length > 0) return
  const planned = planDocument(current, (type) => types.get(type)?.trigger === true)
  yield* reachProblems(planned)
  yield* bodyProblems(planned)
  yield* referenceProblems(planned, types)
}

function* nodeProblems(node: WorkflowNode, type: NodeType | undefined): Generator<GraphProblem | null> {
  if (!type) {
    yield problem('unknown_type', `There’s no node type “${node.type}”`, node.id, 'type')
    return
  }
  if (node.version > type.version) {
    const message = `“${node.title}” was made by a newer version (${node.version}, known up to ${type.version})`
    yield problem('unknown_version', message, node.id, 'version')
    return
  }
  // What is switched off does not have to be finished.
  if (node.disabled === true) return
  if (type.unfinished)
    yield problem(type.unfinished.code, `“${node.title}”: ${type.unfinished.message}`, node.id, 'type')
  for (const field of untranslatedIn(node.config)) {
    const message = `“${node.title}”: an expression was not translated from n8n. Write it again.`
    yield problem('not_translated', message, node.id, field)
  }
  yield* configProblems(node, type)
}

function* triggerProblems(document: WorkflowDocument, types: NodeTypes): Generator<GraphProblem> {
  const triggers = document.nodes.filter((node) => types.get(node.type)?.trigger)
  const [first, ...others] = triggers
  if (!first) yield problem('no_trigger', 'Nothing starts this workflow: add a trigger')
  for (const other of others) {
    yield problem('two_triggers', `A workflow has one trigger; “${first?.title}” is there already`, other.id)
  }
  for (const { id, disabled } of triggers) {
    if (disabled) yield problem('trigger_disabled', 'A trigger cannot be switched off', id, 'disabled')
    if (document.edges.some((edge) => edge.to.node === id)) {
      yield problem('trigger_has_input', 'Nothing can lead to a trigger', id)
    }
  }
}

/** The outputs of a node, null when they cannot be known. A node continues through `error` when its policy says so. */
function portNames(node: WorkflowNode, type: NodeType): string[] | null {
  if (node.disabled === true) return null
  const names = node.on_error === 'error_port' ? ['error'] : []
  if (typeof type.ports !== 'function') return [...names, ...(type.ports ?? [{ name: 'out' }]).map(({ name }) => name)]
  const parsed = type.config.safeParse(node.config)
  if (!parsed.success) return null
  const dynamic = type.ports as (config: JsonObject) => readonly { name: string }[]
  return [...names, ...dynamic(parsed.data as JsonObject).map(({ name }) => name)]
}

function* portProblems(document: WorkflowDocument, types: NodeTypes): Generator<GraphProblem> {
  const ports = new Map<string, string[] | null>()
  for (const node of document.nodes) {
    const type = types.get(node.type)
    ports.set(node.id, type ? portNames(node, type) : null)
  }
  for (const [index, { from, to }] of document.edges.entries()) {
    const known = ports.get(from.node)
    if (known && !known.includes(from.port)) {
      const message = `“${from.node}” has no way out “${from.port}”; it has ${known.join(', ')}`
      yield problem('unknown_port', message, from.node, `edges.${index}.from.port`)
    }
    if (to.port !== 'in') {
      yield problem('unknown_port', `“${to.node}” has no way in “${to.port}”`, to.node, `edges.${index}.to.port`)
    }
  }
}

/** Only the nodes of cycles, and those between two of them: neither order from the front nor from the back reaches these. */
function nodesOnCycles({ nodes, edges }: WorkflowDocument): string[] {
  const forward = new Set(topologicalOrder(nodes, edges))
  const left = nodes.filter(({ id }) => !forward.has(id))
  if (left.length === 0) return []
  const ids = new Set(left.map(({ id }) => id))
  const inner = edges.filter((edge) => ids.has(edge.from.node) && ids.has(edge.to.node))
  const reversed = inner.map((edge) => ({ ...edge, from: edge.to, to: edge.from }))
  const backward = new Set(topologicalOrder(left, reversed))
  return left.filter(({ id }) => !backward.has(id)).map(({ id }) => id)
}

function* reachProblems(planned: Plan): Generator<GraphProblem> {
  if (!planned.trigger) return
  const reached = new Set<PlanNode>([planned.trigger])
  for (const node of planned.nodes) if (node.inbound.some((edge) => reached.has(edge.from))) reached.add(node)
  for (const node of planned.nodes) {
    if (!reached.has(node))
      yield problem('unreachable', `Nothing leads to “${node.node.title}”: it is not run`, node.id)
  }
}

function* bodyProblems(planned: Plan): Generator<GraphProblem> {
  for (const { from, to } of leakingEdges(planned)) {
    const message = `“${from.id}” runs once per item; what comes after all items starts at “out” of the “For each”`
    yield problem('map_body_leak', message, to.id)
  }
  for (const node of planned.nodes) {
    if (!BODY_TYPES.includes(node.node.type) || node.disabled) continue
    if (!node.outbound.some((edge) => edge.port === ITEM_PORT)) {
      yield problem('map_body_empty', `Nothing is done for each item: connect “${ITEM_PORT}”`, node.id)
    }
  }
}
