/** The verbs of triggers: what starts a workflow, paused and let go on by its owner. */
import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { AppError } from '#contract/core/errors.ts'
import { parseInput } from '#contract/core/parse-input.ts'
import { JsonObject, type WorkflowId } from '#contract/core/primitives.ts'
import type { TriggerCall, TriggerType, WorkflowTrigger } from '#contract/workflows/triggers.ts'
import { scheduleTrigger } from '#nodes/types/triggers/schedule-trigger.ts'
import { type CredentialParts, createCredential, settleNotices } from '#server/areas/accounts/accounts.ts'
import { checkSoon } from '#server/areas/runs/app-triggers/app-triggers.store.ts'
import {
  type AppParts,
  type AppProblems,
  NO_APP,
  NO_PROBLEMS,
  type PresentedApp,
  presentApp,
  presentProblems,
} from '#server/areas/runs/app-triggers/present.ts'
import { findWaiting, setListening } from '#server/areas/runs/table-triggers/table-triggers.store.ts'
import {
  type EditGrant,
  findPublication,
  getWorkflow,
  triggerAddress,
  updateWorkflow,
} from '#server/areas/workflows/workflows.ts'
import type { Database } from '#server/platform/database/database.ts'
import * as calls from './calls.store.ts'
import * as store from './triggers.store.ts'

const SHOWN_CALLS = 20
const SHOWN_TIMES = 5

export type ScheduleSettings = z.output<typeof scheduleTrigger.config>

/** The next times of a schedule's settings; the engine knows them. */
export type NextRuns = (config: unknown, after: Date, count: number) => Date[]

export interface TriggerDeps {
  db: Database
  nextRuns: NextRuns
  /** `example.com` of the addresses mail arrives at; null when none does. */
  mail_domain: string | null
  /** Triggers of apps. */
  apps: AppParts
}

export interface Triggers {
  publication: 'never' | 'live' | 'ended'
  triggers: WorkflowTrigger[]
  calls: TriggerCall[]
  mail_in: boolean
}

function present(
  row: store.TriggerRow,
  { nextRuns, mail_domain }: TriggerDeps,
  { app, address, table, ...problems }: PresentedApp & AppProblems & Pick<WorkflowTrigger, 'table'>,
): WorkflowTrigger {
  const isOn = row.type === 'schedule' && row.enabled && row.paused_at === null
  const times = isOn ? nextRuns(row.config, new Date(), SHOWN_TIMES) : []
  const draft = row.draft_enabled ? JsonObject.parse(row.draft_config ?? row.config) : null
  return {
    type: row.type,
    enabled: row.enabled,
    paused: row.paused_at !== null,
    address: address ?? triggerAddress(row.type, row.token, mail_domain),
    test_address: row.type === 'webhook' && draft !== null ? `/hooks/test/${row.test_token}` : null,
    settings: row.enabled || draft === null ? JsonObject.parse(row.config) : draft,
    draft_settings: draft,
    next_runs: times.map((time) => time.toISOString()),
    app,
    table,
    ...problems,
  }
}

const presentCall = (row: calls.CallRow): TriggerCall =>
  ({ ...row, created_at: row.created_at.toISOString() }) as unknown as TriggerCall

/** @throws not_found, also for a foreign one */
export async function listTriggers(deps: TriggerDeps, grant: EditGrant, id: WorkflowId): Promise<Triggers> {
  const { db } = deps
  const rows = await store.findTriggers(db, grant.on, id)
  if (!rows) throw new AppError('not_found')
  const found = await calls.findCalls(db, grant.on, id, SHOWN_CALLS)
  const watched = rows.some(({ type, enabled }) => type === 'app' && enabled)
  const shown = watched ? await presentApp(db, deps.apps, grant.on, id) : NO_APP
  const problems = rows.some(({ type }) => type === 'app')
    ? await presentProblems(db, deps.apps, grant.on, id)
    : NO_PROBLEMS
  const table = rows.some(({ type }) => type === 'table') ? await findWaiting(db, id) : null
  const { was_published, is_live } = await findPublication(db, id)
  return {
    publication: is_live ? 'live' : was_published ? 'ended' : 'never',
    triggers: rows.map((row) =>
      present(row, deps, {
        ...(row.type === 'app' ? { ...shown, ...problems } : { ...NO_APP, ...NO_PROBLEMS }),
        table: row.type === 'table' ? table : null,
      }),
    ),
    calls: found.map(presentCall),
    mail_in: deps.mail_domain !== null,
  }
}

/** @throws not_found, also where the workflow has no such trigger (any more) */
export async function pauseTrigger(
  deps: TriggerDeps,
  grant: EditGrant,
  which: { workflow: WorkflowId; type: TriggerType; paused: boolean },
): Promise<Triggers> {
  if (!(await store.setPaused(deps.db, grant.on, which))) throw new AppError('not_found')
  return listTriggers(deps, grant, which.workflow)
}

/** Asks the app now; what was stopped starts again. @throws not_found, also where nothing is watched */
export async function checkAppTrigger(deps: TriggerDeps, grant: EditGrant, workflow: WorkflowId): Promise<Triggers> {
  if (!(await checkSoon(deps.db, grant.on, workflow))) throw new AppError('not_found')
  await settleNotices(deps.db, [`app-trigger:${workflow}`])
  return listTriggers(deps, grant, workflow)
}

/** Nobody changes a row for a test after that, in seconds. */
const LISTENS_S = 300

/** The draft is tried with the next change of its table. @throws not_found, also where the draft does not start with changes */
export async function listenForTableChange(
  db: Database,
  grant: EditGrant,
  workflow: WorkflowId,
  listening: boolean,
): Promise<{ until: string | null }> {
  const found = await setListening(db, grant.on, { workflow, for_s: listening ? LISTENS_S : null })
  if (!found) throw new AppError('not_found')
  return { until: found.until?.toISOString() ?? null }
}

/** Sends nothing anywhere: a secret that callers sign with only. `.invalid` never resolves (RFC 2606). */
const NO_HOST = 'webhook.invalid'

/**
 * A new secret in the vault, named by the webhook of the draft.
 * @returns the secret, which nobody can read again
 * @throws not_found, also without a webhook; limit_reached, stale_revision
 */
export async function makeHookSecret(
  db: Database,
  parts: CredentialParts,
  { grant, own }: { grant: EditGrant; own: Parameters<typeof createCredential>[2] },
  { workflow, auth }: { workflow: WorkflowId; auth: 'header' | 'signature' },
): Promise<{ secret: string; credential_id: string }> {
  const found = await getWorkflow(db, grant, workflow)
  const nodes = found.document.nodes as { id: string; type: string; version: number; config: JsonObject }[]
  const node = nodes.find(({ type }) => type === 'webhook_trigger')
  if (!node) throw new AppError('not_found')
  const secret = randomBytes(32).toString('base64url')
  const name = `Webhook of ${found.name}`.slice(0, 80).trim()
  const credential = await createCredential(db, parts, own, {
    type: 'signing_secret',
    name,
    fields: { secret, hosts: NO_HOST },
  })
  const { secret_name: _, ...config } = node.config
  const operation = { type: 'set_config', node_id: node.id, config: { ...config, auth, credential: credential.id } }
  await updateWorkflow(db, grant, workflow, { operations: [operation], base_revision: found.revision })
  return { secret, credential_id: credential.id }
}

/**
 * The settings of a schedule trigger, what is absent as the trigger has it.
 * @throws invalid_input for a line that is none, or a time zone that is unknown
 */
export function scheduleOf(config: object): ScheduleSettings {
  const { data, problems } = parseInput(scheduleTrigger.config, config)
  if (problems !== null) throw new AppError('invalid_input', { problems })
  return data
}

/** @throws invalid_input as `scheduleOf` */
export const previewSchedule = (
  nextRuns: NextRuns,
  config: { cron: string; time_zone: string },
): { times: string[] } => ({
  times: nextRuns(scheduleOf(config), new Date(), SHOWN_TIMES).map((time) => time.toISOString()),
})
