/** Public addresses of workflows: forms, chats, mailboxes. Anyone who knows one may start that workflow. */
import type { z } from 'zod'
import { AppError } from '#contract/core/errors.ts'
import type { Json, JsonObject, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { Trigger } from '#contract/runs/execution-states.ts'
import type { PublicForm, TriggerType } from '#contract/workflows/triggers.ts'
import type { FilesPort } from '#nodes/ports.ts'
import { inputProblems, inputSchemaOf } from '#nodes/types/people/input-form.ts'
import { formTrigger } from '#nodes/types/triggers/form-trigger.ts'
import type { RunRequest } from '#server/areas/runs/executions/start.ts'
import { versionToStart } from '#server/areas/workflows/workflows.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor, type Sender } from '#server/platform/rate-limits/rate-limits.ts'
import { takeFiles } from './form-files.ts'
import { type AddressRow, findAddress } from './triggers.store.ts'

/** A sender may start workflows by their public addresses so often in an hour. */
export const PER_HOUR = 120

type FormSettings = z.output<typeof formTrigger.config>

/** @throws not_found */
export async function requireTriggerAddress(db: Database, type: TriggerType, token: string): Promise<AddressRow> {
  const row = await findAddress(db, type, token)
  if (!row) throw new AppError('not_found')
  return row
}

/** What runs in earnest, or the draft where there is no version yet. @throws not_runnable */
export const requireRunnableVersion = async (db: Database, row: AddressRow): Promise<WorkflowVersionId> =>
  row.version_id ?? (await versionToStart(db, row.owner_id, row.workflow_id))

export const buildStartRequest = (
  row: AddressRow,
  version: WorkflowVersionId,
  trigger: Trigger,
  input: Json,
): RunRequest => ({
  workflow_version_id: version,
  input,
  trigger,
  priority: 'normal',
  owner: { user_id: row.owner_id },
  agent_id: null,
  agent_version_id: null,
  service_id: null,
  run_token_hash: null,
  mode: 'now',
})

function formOf(row: AddressRow): FormSettings {
  const settings = formTrigger.config.safeParse(row.config)
  if (!settings.success) throw new AppError('not_found')
  return settings.data
}

const fieldsOf = (form: FormSettings): JsonObject => ({ fields: form.fields as unknown as Json })

/** @throws not_found, also for a paused one and one that is not finished */
export async function getForm(db: Database, token: string): Promise<PublicForm> {
  const form = formOf(await requireTriggerAddress(db, 'form', token))
  const { title, description, button } = form
  return { title, description, button, schema: inputSchemaOf(fieldsOf(form)) }
}

/**
 * @param files of the owners of runs: where what was uploaded is read and kept
 * @throws not_found, invalid_input with the fields, not_runnable, too_many_requests
 */
export async function prepareForm(
  { db, files }: { db: Database; files: Pick<FilesPort, 'open' | 'write'> },
  token: string,
  values: JsonObject,
  { sender, caller }: { sender: Sender; caller: Caller },
): Promise<{ request: RunRequest; message: string; waits: boolean }> {
  const row = await requireTriggerAddress(db, 'form', token)
  const form = formOf(row)
  const problems = inputProblems(fieldsOf(form), values)
  if (problems.length > 0) {
    const told = problems
      .slice(0, 20)
      .map(({ field, message }) => ({ message, field: `values.${field}`, code: 'invalid_input' }))
    throw new AppError('invalid_input', { problems: told })
  }
  await enforceRateLimit(db, [rateLimitFor('form', sender, PER_HOUR)])
  const version = await requireRunnableVersion(db, row)
  const names = form.fields.filter(({ type }) => type === 'file').map(({ name }) => name)
  const input = await takeFiles(files, { sender: caller, owner: row.owner_id }, names, values)
  const request = buildStartRequest(row, version, 'form', input)
  return { request, message: form.message, waits: form.respond === 'result' }
}
