/** The keys that credentials and keys of models are encrypted with, as an operator looks after them. No key is ever shown. */
import { z } from 'zod'
import { roleAtLeast } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'

export const VaultState = z.object({
  /** Keys this installation has; the newest encrypts, all decrypt. */
  keys: z.number().int(),
  /** What is kept under the newest key, under older ones, and under keys that are not there. */
  newest: z.number().int(),
  older: z.number().int(),
  unreadable: z.number().int(),
})
export type VaultState = z.infer<typeof VaultState>

const access = roleAtLeast('super_admin')

export const vaultEndpoints = {
  getVault: endpoint({
    method: 'GET',
    path: '/api/v1/admin/vault',
    access,
    returns: VaultState,
  }),
  rotateVault: endpoint({
    method: 'POST',
    path: '/api/v1/admin/vault/rotate',
    access,
    returns: z.object({ rewrapped: z.number().int(), state: VaultState }),
  }),
}
