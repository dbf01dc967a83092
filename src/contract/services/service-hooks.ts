/** The inbound webhook of a service: an address that programs send a document or JSON to, signed. */
import { z } from 'zod'
import { anyone, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Json, ServiceId, Timestamp } from '#contract/core/primitives.ts'
import { Started } from '#contract/runs/started.ts'

export const ServiceHook = z.object({
  enabled: z.boolean(),
  url: z.string().nullable().describe('Null until it was first switched on.'),
  secret: z.string().nullable().describe('What senders sign with. Shown once, when it is made.'),
  secret_created_at: Timestamp.nullable(),
  last_at: Timestamp.nullable().describe('When the last delivery arrived.'),
})
export type ServiceHook = z.infer<typeof ServiceHook>

const access = withPermission('pods.create.subscribed_agent')
const params = z.object({ id: ServiceId })

export const serviceHookEndpoints = {
  getServiceHook: endpoint({
    method: 'GET',
    path: '/api/v1/services/{id}/hook',
    access,
    params,
    returns: ServiceHook,
    errors: ['not_found'],
  }),
  saveServiceHook: endpoint({
    method: 'PUT',
    path: '/api/v1/services/{id}/hook',
    access,
    params,
    body: z.strictObject({ enabled: z.boolean() }),
    returns: ServiceHook,
    errors: ['not_found', 'agreement_needed', 'not_runnable'],
  }),
  renewServiceHookSecret: endpoint({
    method: 'POST',
    path: '/api/v1/services/{id}/hook/secret',
    access,
    params,
    returns: ServiceHook,
    errors: ['not_found', 'too_many_requests'],
  }),
  receiveServiceHook: endpoint({
    method: 'POST',
    path: '/hooks/services/{token}',
    late: true,
    any_method: true,
    access: anyone,
    params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{16,128}$/) }),
    body: Json.optional(),
    returns: Started,
    answers: 'reply',
    errors: [
      'not_found',
      'not_runnable',
      'hook_refused',
      'agreement_needed',
      'accounts_needed',
      'insufficient_credits',
      'cap_reached',
      'payment_required',
      'sales_paused',
      'payload_too_large',
      'too_many_uploads',
      'too_many_requests',
    ],
    timeout: 30_000,
  }),
}
