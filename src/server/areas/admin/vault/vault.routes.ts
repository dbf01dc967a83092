import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayKeepVault } from './vault.policy.ts'
import { getVaultState, rotateVault, type VaultKeysDeps } from './vault-keys.ts'

export const vaultHandlers = (deps: VaultKeysDeps): Pick<Handlers, 'getVault' | 'rotateVault'> => ({
  getVault: (_input, { caller }) => getVaultState(deps, mayKeepVault(caller)),
  rotateVault: (_input, { caller }) => rotateVault(deps, mayKeepVault(caller)),
})
