/** One run, live: what the loader fetched, kept true by the stream of its events. */
import { useEffect, useState } from 'react'
import { CONTROL_ACTIONS, controlAbility, type ExecutionStatus, isFinal } from '#contract/execution-states.ts'
import type { Execution, ExecutionEvent, NodeRun } from '#contract/executions.ts'
import { useData } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { stream } from '#web/api/stream.ts'
import { runQuery } from './run-query.ts'
import { runToken } from './run-token.ts'
import { refreshRuns } from './start-run.ts'

export interface Progress {
  fraction: number
  message: string
}

export interface LiveRun {
  run: Execution
  /** Of running nodes, by `node_id:iteration`. */
  progress: Readonly<Record<string, Progress>>
  /** The connection is lost and being taken up again. */
  lost: boolean
}

export const nodeKey = ({ node_id, iteration }: Pick<NodeRun, 'node_id' | 'iteration'>): string =>
  `${node_id}:${iteration}`

/** The table that the server's own abilities are read from, for the status an event brought. */
const abilitiesIn = (status: ExecutionStatus): Execution['abilities'] =>
  Object.fromEntries(
    CONTROL_ACTIONS.map((action) => [action, controlAbility(action, status)]),
  ) as Execution['abilities']

type NodeEvent = Extract<ExecutionEvent, { type: 'node' }>

function withNode(nodes: readonly NodeRun[], event: NodeEvent): NodeRun[] {
  const { type: _, seq: __, ...changes } = event
  if (nodes.some((node) => nodeKey(node) === nodeKey(event))) {
    return nodes.map((node) => (nodeKey(node) === nodeKey(event) ? { ...node, ...changes } : node))
  }
  // The first item of a map: its row stands after the last one of the same node.
  const at = nodes.findLastIndex((node) => node.node_id === event.node_id)
  const like = nodes[at]
  if (!like) return [...nodes]
  const row: NodeRun = { ...like, ...changes, logs: [], wait: null }
  const before = like.iteration === '' && like.status === 'pending' && event.iteration !== '' ? at : at + 1
  return [...nodes.slice(0, before), row, ...nodes.slice(at + 1)]
}

/** A run after one more event. */
export function withEvent(run: Execution, event: ExecutionEvent): Execution {
  const seq = Math.max(run.seq, event.seq ?? 0)
  switch (event.type) {
    case 'node':
      return { ...run, seq, nodes: withNode(run.nodes, event) }
    case 'status':
      return { ...run, seq, status: event.status, abilities: abilitiesIn(event.status) }
    case 'end':
      return {
        ...run,
        seq,
        status: event.status,
        output: event.output,
        error: event.error,
        abilities: abilitiesIn(event.status),
      }
    case 'progress':
      return run
  }
}

/** Follows the run until it ends; then fetches it once more, with its logs and times. */
export function useLiveRun(id: string): LiveRun {
  const query = runQuery(id)
  const run = useData(query)
  const [progress, setProgress] = useState<LiveRun['progress']>({})
  const [lost, setLost] = useState(false)
  const live = !isFinal(run.status)
  useEffect(() => {
    if (!live) return
    const controller = new AbortController()
    const key = runQuery(id).queryKey
    const onEvent = (event: ExecutionEvent) => {
      if (event.type === 'progress') {
        const { fraction, message } = event
        setProgress((known) => ({ ...known, [nodeKey(event)]: { fraction, message } }))
        return
      }
      // The last state is fetched whole, so that the result, its logs and its times arrive together.
      if (event.type !== 'end')
        queryClient.setQueryData<Execution>(key, (known) => (known ? withEvent(known, event) : known))
    }
    const follow = stream(
      'streamExecution',
      { params: { id } },
      {
        signal: controller.signal,
        runToken: runToken(id),
        after: queryClient.getQueryData<Execution>(key)?.seq,
        onEvent,
        isLast: (event) => event.type === 'end',
        onConnection: (connected) => setLost(!connected),
      },
    )
    const settle = async () => {
      if (controller.signal.aborted) return
      await queryClient.invalidateQueries({ queryKey: key })
      refreshRuns()
    }
    void follow.then(settle, settle)
    return () => controller.abort()
  }, [id, live])
  return { run, progress, lost: live && lost }
}
