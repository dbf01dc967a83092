/** Where webhooks of published workflows arrive. The token in the path is the key; the trigger's input is
 * `{body, query, headers}`. */
import { z } from 'zod'
import { IntegrationId } from '#contract/connectors/integrations.ts'
import { anyone } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Json } from '#contract/core/primitives.ts'
import { Started } from './started.ts'

/** A request to an address that only its sender knows. */
export const hookRequest = {
  method: 'POST',
  any_method: true,
  access: anyone,
  params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{16,128}$/) }),
  body: Json.optional(),
  /** With `output` where the workflow's trigger answers when it has finished; 202 when that takes too long. "Answer the webhook" answers in its own words. */
  returns: Started,
  answers: 'reply',
  timeout: 30_000,
} as const

const hook = {
  ...hookRequest,
  errors: [
    'not_found',
    'not_runnable',
    'hook_refused',
    'hook_replayed',
    'hook_under_way',
    'payload_too_large',
    'too_many_uploads',
  ],
} as const

export const hookEndpoints = {
  receiveHook: endpoint({ ...hook, path: '/hooks/{token}' }),
  receiveMailHook: endpoint({
    method: 'POST',
    path: '/hooks/mail',
    access: anyone,
    body: Json.optional(),
    returns: z.object({ accepted: z.literal(true) }),
    errors: ['not_found', 'hook_refused', 'hook_replayed', 'hook_under_way', 'payload_too_large', 'too_many_uploads'],
    timeout: 30_000,
  }),
  receiveAppHook: endpoint({
    ...hook,
    path: '/hooks/apps/{token}',
    returns: z.object({ accepted: z.literal(true) }),
    errors: ['not_found', 'unauthenticated', 'payload_too_large', 'too_many_uploads'],
  }),
  receiveAppEvent: endpoint({
    ...hook,
    path: '/hooks/events/{integration}',
    params: z.object({ integration: IntegrationId }),
    returns: z.object({ accepted: z.literal(true) }),
    errors: ['not_found', 'unauthenticated', 'payload_too_large', 'too_many_uploads'],
  }),
  receiveTestHook: endpoint({ ...hook, path: '/hooks/test/{token}' }),
}
