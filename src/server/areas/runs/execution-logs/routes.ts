import { mayOversee } from '#server/areas/runs/executions/executions.policy.ts'
import type { OpenOutput } from '#server/areas/runs/executions/values.ts'
import type { RunRecords } from '#server/areas/runs/record-keeping/keep.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { getExecutionLog, listExecutionLogs, revealExecution } from './execution-logs.ts'

type Names = 'listExecutionLogs' | 'getExecutionLog' | 'revealExecution'

interface Deps {
  db: Database
  /** For the list, which may be a few seconds old. */
  reader: Database
  engine: { openOutput: OpenOutput }
  records: RunRecords
}

export const executionLogHandlers = ({ db, reader, engine, records }: Deps): Pick<Handlers, Names> => ({
  listExecutionLogs: ({ query }, { caller }) => listExecutionLogs(reader, mayOversee(caller), query),
  getExecutionLog: ({ params }, { caller }) =>
    getExecutionLog(db, mayOversee(caller), params.id, (key) => engine.openOutput(key)),
  revealExecution: ({ params, body }, { caller }) =>
    revealExecution(db, mayOversee(caller), { ...params, ...body }, { open: (key) => engine.openOutput(key), records }),
})
