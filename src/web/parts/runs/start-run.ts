/** Starts a run of an agent or a service: what was chosen as a file is uploaded first. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { refresh } from '#web/api/action.ts'
import { track } from '#web/api/analytics.ts'
import { call } from '#web/api/call.ts'
import { upload } from '#web/api/upload.ts'
import { storeRunToken } from '#web/lib/run-token.ts'
import { prefetchFirstPage } from '#web/viewer/pictures.ts'

export type RunTarget = { agent_id: string } | { service_id: string } | { workflow_id: string }

/** Lists and figures that a run changes when it starts and when it ends. */
export const refreshRuns = (): void =>
  void refresh(
    'listExecutions',
    'getDashboard',
    'listWorkflows',
    'listHub',
    'listServices',
    'getService',
    'getServiceUsage',
    'getFreeRuns',
    'getAgentTerms',
    'getCredits',
    'listAgentSpending',
  )

/** Runs whose end changes lists and figures that are shown already. */
const underWay = new Set<string>()

/** A run was started here, or is seen while it is under way. */
export const noteRunStarted = (id: string): void => void underWay.add(id)

/** A run is seen ended. It may have ended before it was looked at for the first time. */
export const noteRunEnded = (id: string): void => {
  if (underWay.delete(id)) refreshRuns()
}

// The same file is not sent twice: running again, or after a failure, uses what is stored already.
let stored = new WeakMap<File, string>()

/** Deleting a run deletes its documents: chosen files are uploaded again for the next run. */
export const forgetStoredFiles = (): void => {
  stored = new WeakMap()
}

const isPdf = ({ type, name }: File): boolean => type === 'application/pdf' || /\.pdf$/i.test(name)

/** The stored file of a chosen one. @throws ApiError with what is wrong with the file */
export async function uploadOnce(file: File): Promise<string> {
  const known = stored.get(file)
  if (known !== undefined) return known
  const { id } = await upload(file)
  stored.set(file, id)
  // Drawn while the run is at work, so that its result comes with its page.
  if (isPdf(file)) void prefetchFirstPage(id)
  return id
}

/** The id of the started run. A visitor's run token is kept for this tab. @throws ApiError */
export async function startRun(target: RunTarget, input: JsonObject): Promise<string> {
  try {
    const started = await call('executeWorkflow', { body: { ...target, input } })
    noteRunStarted(started.execution_id)
    track('feature_used', { feature: 'run_agent' })
    if (started.access_token !== undefined) storeRunToken(started.execution_id, started.access_token)
    return started.execution_id
  } finally {
    refreshRuns()
  }
}
