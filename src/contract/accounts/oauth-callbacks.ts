/** Where the connecting of another service's account as a credential comes back to (§2.1, /oauth2/gmail/callback). */
import { z } from 'zod'
import { anyoneOrOwner } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'

export const oauthCallbackEndpoints = {
  answer: endpoint({
    method: 'POST',
    path: '/api/v1/oauth2/gmail/callback',
    access: anyoneOrOwner,
    body: z.object({
      state: z.string().max(500),
      /** As the service gave it (RFC 6749 §4.1.2); absent when the person did not agree. */
      code: z.string().max(4000).optional(),
      /** As the service gave it (§4.1.2.1); absent when the person agreed. */
      error: z.string().max(200).optional(),
    }),
    /**
     * `connected`: the caller asked for it in this session, the person agreed, and the service stood by it. `failed`: it did not.
     * `denied`: the person, or the service, said no. `wrong_state`: nobody who is signed in here asked for this, or it is over.
     */
    returns: z.object({ outcome: z.enum(['connected', 'failed', 'denied', 'wrong_state']) }),
    timeout: 20_000,
  }),
}
