/** Refusals as clients of the Agent2Agent protocol read them, next to the envelope of our own. */
import type { AppError, ErrorCode } from '#contract/core/errors.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'

const CODES: Partial<Record<ErrorCode, number>> = {
  not_found: -32001,
  illegal_transition: -32002,
  unsupported_parameter: -32004,
  invalid_input: -32602,
  malformed_payload: -32700,
}
/** Of a server, without a meaning of the protocol's own. */
const OTHER = -32000
const INTERNAL = -32603

export const isA2a = (url: string): boolean => url.startsWith('/a2a/')

/** @param message what the caller may be told of a fault of ours */
export function a2aError({ status, code, problems }: AppError, message: string): JsonObject {
  const [problem] = problems
  return {
    code: CODES[code] ?? (status >= 500 ? INTERNAL : OTHER),
    message: status >= 500 ? message : (problem?.message ?? message),
    data: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: code.toUpperCase(),
        domain: 'chowk',
        metadata: problem?.field === undefined ? {} : { field: problem.field },
      },
    ],
  }
}

/** The id of the request, when it could be read. */
export const idOfRequest = (body: unknown): Json =>
  isObject(body) && (typeof body.id === 'string' || typeof body.id === 'number') ? body.id : null
