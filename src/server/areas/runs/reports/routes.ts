import type { DoPaperwork } from '#nodes/runner-ports.ts'
import { workForOwner } from '#nodes/work-for.ts'
import { refuseRejected } from '#server/areas/billing/billing.ts'
import { mayReadContent } from '#server/areas/runs/executions/executions.policy.ts'
import { findOwner } from '#server/areas/runs/executions/executions.store.ts'
import { getExecution } from '#server/areas/runs/executions/executions.ts'
import type { RunEngine } from '#server/areas/runs/executions/run.routes.ts'
import { exportOf, type RunRecords } from '#server/areas/runs/record-keeping/keep.ts'
import { redactionHandlers } from '#server/areas/runs/redactions/routes.ts'
import type { FileStore } from '#server/gateways/files.ts'
import { ownerOfCaller } from '#server/platform/access/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { senderOf } from '#server/platform/http/session.ts'
import { exportResult } from './report.ts'
import { given, storedDecisions } from './stored-decisions.ts'

interface Deps {
  db: Database
  engine: RunEngine
  files: FileStore
  paperwork: DoPaperwork
  records: RunRecords
}

/** Files made of the result of a run with a person's decisions. */
export const resultFileHandlers = (deps: Deps): Pick<Handlers, 'exportResult' | 'redactAgain'> => ({
  ...redactionHandlers(deps),
  exportResult: async ({ params, body }, context) => {
    const { db, engine } = deps
    const { caller, run_token, signal } = context
    mayReadContent(caller, run_token, await findOwner(db, params.id))
    await refuseRejected(db, params.id)
    const { decisions, revision = null, format } = body
    const kept = decisions ? given(decisions) : await storedDecisions(db, { caller, run_token }, params.id, revision)
    const { run } = await getExecution(db, caller, run_token, params.id, (key) => engine.openOutput(key), null)
    const work = workForOwner(ownerOfCaller(caller), signal)
    const { name, mime, bytes } = await exportResult(deps, run, { format, ...kept, sender: senderOf(context), work })
    await deps.records.note(db, params.id, exportOf(caller, 'result', format))
    return { type: 'file', name, mime, bytes: bytes.length, disposition: 'attachment', body: Buffer.from(bytes) }
  },
})
