import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayKeepVault } from './vault.policy.ts'
import { rotateVault, type VaultKeysDeps, vaultState } from './vault-keys.ts'

export const vaultHandlers = (deps: VaultKeysDeps): Pick<Handlers, 'getVault' | 'rotateVault'> => ({
  getVault: (_input, { caller }) => vaultState(deps, mayKeepVault(caller)),
  rotateVault: (_input, { caller }) => rotateVault(deps, mayKeepVault(caller)),
})
