/** The inbound webhook of a service: an address that programs send a document or JSON to, signed. */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ServiceId, Timestamp } from '#contract/core/primitives.ts'
import { hookRequest } from '#contract/runs/hooks.ts'

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
    ...hookRequest,
    path: '/hooks/services/{token}',
    late: true,
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
  }),
}
