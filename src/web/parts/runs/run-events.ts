/** A run after one more event of its stream. */
import type { Ability } from '#contract/core/ability-values.ts'
import { deleteRunAbility } from '#contract/runs/deletion-rules.ts'
import { caseAbility, controlAbility, type ExecutionStatus } from '#contract/runs/execution-states.ts'
import type { Execution, ExecutionEvent, NodeRun } from '#contract/runs/executions.ts'

export const nodeKey = ({ node_id, iteration }: Pick<NodeRun, 'node_id' | 'iteration'>): string =>
  `${node_id}:${iteration}`

type Abilities = Execution['abilities']

const STAND_ALONE = { of_bench: false, is_child: false }

/** What the status alone allows: the tables that the server reads too. */
const byStatus = (action: keyof Abilities, status: ExecutionStatus): Ability =>
  action === 'delete'
    ? deleteRunAbility({ status, ...STAND_ALONE })
    : action === 'make_case'
      ? caseAbility(status)
      : controlAbility(action, status)

/** A refusal for another reason than the status (another user's run, part of a bench) stays. */
function abilitiesIn(status: ExecutionStatus, run: Pick<Execution, 'status' | 'abilities'>): Abilities {
  const next = (action: keyof Abilities): Ability => {
    const known = run.abilities[action]
    return known.reason === byStatus(action, run.status).reason ? byStatus(action, status) : known
  }
  return {
    pause: next('pause'),
    resume: next('resume'),
    cancel: next('cancel'),
    retry: next('retry'),
    rerun: next('rerun'),
    fork: next('fork'),
    make_case: next('make_case'),
    delete: next('delete'),
  }
}

type NodeEvent = Extract<ExecutionEvent, { type: 'node' }>

function withNode(nodes: readonly NodeRun[], event: NodeEvent): NodeRun[] {
  const { type: _, seq: __, ...changes } = event
  if (nodes.some((node) => nodeKey(node) === nodeKey(event))) {
    return nodes.map((node) => (nodeKey(node) === nodeKey(event) ? { ...node, ...changes } : node))
  }
  // The first item of a map: its row follows the last one of the same node.
  const at = nodes.findLastIndex((node) => node.node_id === event.node_id)
  const like = nodes[at]
  if (!like) return [...nodes]
  const row: NodeRun = { ...like, ...changes, logs: [], tries: [], wait: null }
  const before = like.iteration === '' && like.status === 'pending' && event.iteration !== '' ? at : at + 1
  return [...nodes.slice(0, before), row, ...nodes.slice(at + 1)]
}

/**
 * What has begun says that the nodes it follows have succeeded. Their own events may be missed, or come with the end of the run:
 * rows of nodes that change nothing are written together.
 */
function begun(nodes: readonly NodeRun[], { node_id, iteration }: Pick<NodeRun, 'node_id' | 'iteration'>): NodeRun[] {
  const before = new Set<string>()
  const find = (id: string) => nodes.find((node) => node.node_id === id && node.iteration === iteration)
  for (let id = find(node_id)?.follows; id && !before.has(id); id = find(id)?.follows) before.add(id)
  const isOver = (node: NodeRun) =>
    before.has(node.node_id) && node.iteration === iteration && (node.status === 'pending' || node.status === 'running')
  return nodes.map((node) => (isOver(node) ? { ...node, status: 'succeeded' } : node))
}

/** Progress itself is not kept in the run: it passes. */
export function applyEvent(run: Execution, event: ExecutionEvent): Execution {
  const seq = Math.max(run.seq, event.seq ?? 0)
  switch (event.type) {
    case 'node':
      if (event.status === 'skipped' || event.status === 'pending')
        return { ...run, seq, nodes: withNode(run.nodes, event) }
      return { ...run, seq, nodes: begun(withNode(run.nodes, event), event) }
    case 'status':
      return { ...run, seq, status: event.status, abilities: abilitiesIn(event.status, run) }
    case 'end':
      return {
        ...run,
        seq,
        status: event.status,
        output: event.output,
        error: event.error,
        abilities: abilitiesIn(event.status, run),
      }
    // The trace of the run has it.
    case 'plan':
      return run
    case 'progress': {
      const isNew = (node: NodeRun) => node.status === 'pending' && nodeKey(node) === nodeKey(event)
      if (!run.nodes.some(isNew)) return run
      const nodes = run.nodes.map((node): NodeRun => (isNew(node) ? { ...node, status: 'running' } : node))
      return { ...run, nodes: begun(nodes, event) }
    }
  }
}
