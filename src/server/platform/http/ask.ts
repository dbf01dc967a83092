/** An endpoint asked from within, by a tool: the same scope, rule, schemas, time and handler as over HTTP. */
import { type Api, api, type EndpointName } from '#contract/api.ts'
import type { EndpointDefinition, Returns } from '#contract/core/endpoint.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { enforce, enforceScope } from './access.ts'
import { checked } from './checked.ts'
import type { Handlers, RequestContext } from './handlers.ts'
import { inTime, timeFor } from './in-time.ts'
import { type RawInput, validate } from './validate.ts'

/** @throws AppError unauthenticated, forbidden, two_factor_required */
export function admitTo(name: EndpointName, caller: Caller): void {
  enforceScope(name, caller)
  enforce(api[name].access, caller)
}

/** @throws AppError what the endpoint may answer, `invalid_input` with the fields, `unavailable` when it takes too long */
export async function ask<Name extends EndpointName>(
  handlers: Pick<Handlers, Name>,
  name: Name,
  input: Partial<RawInput>,
  context: RequestContext,
): Promise<Returns<Api[Name]>> {
  admitTo(name, context.caller)
  const definition: EndpointDefinition = api[name]
  const parsed = validate(definition, { params: {}, query: {}, body: undefined, ...input })
  const handler = handlers[name] as unknown as (input: object, context: RequestContext) => unknown
  const answer = await inTime(Promise.resolve(handler(parsed, context)), timeFor(definition))
  return checked(name, definition, answer) as Returns<Api[Name]>
}
