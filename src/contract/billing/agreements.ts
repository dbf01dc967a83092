/** Where agents send their input: the person who runs an agent agrees before the first run that sends data. */
import { z } from 'zod'
import { AgentRef } from '#contract/agents/agents.ts'
import { anyone, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { AgentId, listOf, listQuery, Slug, Timestamp } from '#contract/core/primitives.ts'

/** What one agent may send where. */
export const Agreement = z.object({
  agent: z.object({ id: AgentId, slug: Slug, name: z.string(), icon: z.string() }),
  destinations: z.array(z.object({ name: z.string(), agreed_at: Timestamp })),
})
export type Agreement = z.infer<typeof Agreement>

const params = z.object({ id: AgentRef })

export const agreementEndpoints = {
  listAgreements: endpoint({
    method: 'GET',
    path: '/api/v1/agreements',
    access: signedIn,
    query: z.object(listQuery(50)),
    returns: listOf(Agreement),
  }),
  agree: endpoint({
    method: 'PUT',
    path: '/api/v1/agents/{id}/agreement',
    access: anyone,
    params,
    body: z.strictObject({
      /** As the agent names them, in `permissions.sends_to` of its version. */
      destinations: z.array(z.string().min(1).max(1000)).min(1).max(100),
    }),
    returns: z.object({ destinations: z.array(z.string()) }),
    errors: ['not_found', 'too_many_requests'],
  }),
  withdrawAgreement: endpoint({
    method: 'DELETE',
    path: '/api/v1/agents/{id}/agreement',
    access: signedIn,
    params,
    returns: z.object({ destinations: z.array(z.string()) }),
    errors: ['not_found'],
  }),
}
