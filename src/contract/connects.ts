/** Where the connecting of another service's account as a credential comes back to (§2.1, /oauth2/gmail/callback). */
import { z } from 'zod'
import { anyoneOrOwner } from './access.ts'
import { endpoint } from './endpoint.ts'

export const connects = {
  answer: endpoint({
    method: 'POST',
    path: '/api/v1/oauth2/gmail/callback',
    summary: 'Check what Gmail answered against what was asked for; an answer counts once',
    access: anyoneOrOwner,
    body: z.object({
      state: z.string().max(500),
      /** As Gmail gave it (RFC 6749 §4.1.2.1); absent when the person agreed. */
      error: z.string().max(200).optional(),
    }),
    /**
     * `agreed`: the caller asked for it and the person agreed. `denied`: the person, or Gmail, said no. `wrong_state`: nobody who
     * is signed in here asked for this, or it is over.
     */
    returns: z.object({ outcome: z.enum(['agreed', 'denied', 'wrong_state']) }),
  }),
}
