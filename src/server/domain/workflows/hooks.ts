/** Webhooks of workflows: from an address to a run. */
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import type { Json, WorkflowVersionId } from '#contract/primitives.ts'
import type { Database } from '#server/database/database.ts'
import type { RunRequest } from '#server/domain/executions/start.ts'
import { askAlways, clockEpoch, remember } from '#server/domain/remembered.ts'
import { ownerEdits } from './workflows.policy.ts'
import * as store from './workflows.store.ts'
import { versionOfDraft } from './workflows.ts'

/** What a webhook trigger's settings say about answering; see the node's own declaration. */
const Settings = z.object({
  method: z.string().default('POST'),
  respond: z.enum(['immediately', 'when_finished']).default('immediately'),
  auth: z.enum(['none', 'header']).default('none'),
})

export interface Hook {
  request: RunRequest
  /** Whether the caller waits for the output. */
  waits: boolean
}

export interface Hooks {
  /**
   * The run a request to an address starts.
   * @param test the draft runs; otherwise the newest version, or the draft where there is none yet
   * @throws not_found (also another method than the workflow takes), not_runnable
   */
  receive(address: { token: string; test: boolean }, method: string, input: Json): Promise<Hook>
}

const requestOf = (owner: string, version: WorkflowVersionId, input: Json): RunRequest => ({
  workflow_version_id: version,
  input,
  trigger: 'webhook',
  priority: 'normal',
  owner: { user_id: owner },
  agent_id: null,
  agent_version_id: null,
  service_id: null,
  run_token_hash: null,
  mode: 'now',
})

/** @param fresh_ms how long after a change an address may still run what was there before */
export function createHooks(db: Database, { fresh_ms }: { fresh_ms: number }): Hooks {
  const find = (token: string) => store.findHook(db, 'token', token)
  const tokens = fresh_ms === 0 ? askAlways(find) : remember(find, { epoch: clockEpoch(fresh_ms), lag_ms: 0 })
  return {
    async receive({ token, test }, method, input) {
      const hook = test ? await store.findHook(db, 'test_token', token) : await tokens.get(token)
      if (!hook) throw new AppError('not_found')
      const settings = Settings.safeParse(hook.config)
      if (!settings.success) throw new AppError('not_runnable')
      if (settings.data.method !== method) throw new AppError('not_found')
      if (settings.data.auth === 'header')
        throw new AppError('not_runnable', { message: 'This webhook asks for a stored secret, and there is none yet.' })
      const version =
        (test ? null : hook.version_id) ?? (await versionOfDraft(db, ownerEdits(hook.owner_id), hook.workflow_id))
      return { request: requestOf(hook.owner_id, version, input), waits: settings.data.respond === 'when_finished' }
    },
  }
}
