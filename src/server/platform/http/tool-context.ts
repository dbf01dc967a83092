import { AppError } from '#contract/core/errors.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Client, RequestContext, Upload } from './handlers.ts'

/** What an endpoint sees when a tool asks it: who calls, and nothing of the protocol's own request; what it would set is dropped. */
export class ToolContext implements RequestContext {
  readonly caller: Caller
  readonly client: Client
  readonly signal: AbortSignal
  readonly run_token: string | null
  readonly via: RequestContext['via'] = 'mcp'
  readonly method = 'POST'
  readonly raw = { query: {}, headers: {} }
  readonly received = null
  readonly last_event_id = null

  /** @param run_token opens one visitor's run */
  constructor({ caller, client, signal }: RequestContext, run_token: string | null = null) {
    this.caller = caller
    this.client = client
    this.signal = signal
    this.run_token = run_token
  }

  async upload(): Promise<Upload> {
    throw new AppError('file_missing')
  }

  setCookies(): void {}

  setStatus(): void {}
}
