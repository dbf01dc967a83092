/** An endpoint asked from within, by a tool: the same scope, rule, schemas and handler as over HTTP. */
import { type Api, api, type EndpointName } from '#contract/api.ts'
import type { EndpointDefinition, Returns } from '#contract/core/endpoint.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { enforceAccess, enforceScope, enforceView } from './access.ts'
import { checkAnswer } from './check-answer.ts'
import type { Handlers, RequestContext } from './handlers.ts'
import { type RawInput, validate } from './validate.ts'

/** @throws AppError unauthenticated, forbidden, two_factor_required, viewing_read_only, viewing_closed */
export function admitTo(name: EndpointName, caller: Caller): void {
  enforceScope(name, caller)
  enforceView(name, api[name].method, caller)
  enforceAccess(api[name].access, caller)
}

/**
 * The request that asks it has the time limit, outside of its Idempotency-Key. A limit in here would release the key while the work
 * continues.
 * @throws AppError what the endpoint may answer, `invalid_input` with the fields
 */
export async function callEndpoint<Name extends EndpointName>(
  handlers: Pick<Handlers, Name>,
  name: Name,
  input: Partial<RawInput>,
  context: RequestContext,
): Promise<Returns<Api[Name]>> {
  admitTo(name, context.caller)
  const definition: EndpointDefinition = api[name]
  const parsed = validate(definition, { params: {}, query: {}, body: undefined, ...input })
  const handler = handlers[name] as unknown as (input: object, context: RequestContext) => unknown
  return checkAnswer(name, definition, await handler(parsed, context)) as Returns<Api[Name]>
}
