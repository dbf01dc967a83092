import type { DoPaperwork } from '#nodes/runner-ports.ts'
import { refuseRejected } from '#server/areas/billing/billing.ts'
import { mayUseExecution } from '#server/areas/runs/executions/executions.policy.ts'
import { findOwner } from '#server/areas/runs/executions/executions.store.ts'
import { redactAgain } from '#server/areas/runs/executions/redact-again.ts'
import type { RunEngine } from '#server/areas/runs/executions/run.routes.ts'
import { exportOf, type RunRecords } from '#server/areas/runs/record-keeping/keep.ts'
import type { FileStore } from '#server/gateways/files.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { senderOf } from '#server/platform/http/session.ts'

interface Deps {
  db: Database
  engine: RunEngine
  files: FileStore
  paperwork: DoPaperwork
  records: RunRecords
}

export const redactionHandlers = ({ db, engine, files, paperwork, records }: Deps): Pick<Handlers, 'redactAgain'> => ({
  redactAgain: async ({ params, body }, context) => {
    const grant = mayUseExecution(context.caller, context.run_token, await findOwner(db, params.id))
    await refuseRejected(db, params.id)
    const file = await redactAgain({ db, files, paperwork, withOutputs: (rows) => engine.withOutputs(rows) }, grant, {
      changes: body,
      sender: senderOf(context),
      signal: context.signal,
    })
    await records.note(db, params.id, exportOf(context.caller, 'redacted file', null))
    const { name, mime, bytes } = file
    return { type: 'file', name, mime, bytes: bytes.length, disposition: 'attachment', body: Buffer.from(bytes) }
  },
})
