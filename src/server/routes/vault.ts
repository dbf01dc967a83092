import { mayKeepVault } from '#server/domain/credentials/vault.policy.ts'
import { rotateVault, type VaultKeysDeps, vaultState } from '#server/domain/credentials/vault-keys.ts'
import type { Handlers } from '#server/http/handlers.ts'

export const vaultHandlers = (deps: VaultKeysDeps): Pick<Handlers, 'getVault' | 'rotateVault'> => ({
  getVault: (_input, { caller }) => vaultState(deps, mayKeepVault(caller)),
  rotateVault: (_input, { caller }) => rotateVault(deps, mayKeepVault(caller)),
})
