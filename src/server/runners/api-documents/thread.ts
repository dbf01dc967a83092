/** The program of a worker thread that reads API documents. */
import { OpenApiError } from '#connectors/openapi/problems.ts'
import { readOpenApi } from '#connectors/openapi/read.ts'
import { INTEGRATIONS } from '#contract/connectors/integration-values.ts'
import { serveOwners } from '#server/runners/serve-owners.ts'
import type { Job, Reply } from './wire.ts'

serveOwners<Job, Reply>(({ text, address }) => {
  try {
    const reading = readOpenApi(text, { ...(address !== null && { address }) })
    const { length } = reading.operations
    if (length > INTEGRATIONS.actions)
      return {
        kind: 'refused',
        code: 'operations_too_many',
        message: `The document has more than ${INTEGRATIONS.actions} operations`,
      }
    const connector = reading.connector()
    const left_out = reading.problems.map(({ pointer, message }) => ({ pointer, message }))
    return { kind: 'read', connector, left_out }
  } catch (error) {
    if (!(error instanceof OpenApiError)) throw error
    return { kind: 'refused', code: error.code, message: error.message }
  }
})
