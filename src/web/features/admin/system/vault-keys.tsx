import { KeyRound } from 'lucide-react'
import type { VaultState } from '#contract/accounts/vault.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { Stat } from '#web/ui/stat.tsx'

export const vaultQuery = () => q('getVault')

const secrets = (count: number): string => (count === 1 ? '1 secret' : `${count.toLocaleString('en-IN')} secrets`)

/** Why there is nothing to move. */
function idle({ keys, older }: VaultState): string | undefined {
  if (older > 0) return undefined
  return keys === 1
    ? 'There is one key. To rotate it, put a newer key first in VAULT_KEY and restart.'
    : 'All secrets use the newest key.'
}

/** How the secrets of this installation lie under its keys, and moving them under the newest. */
export function VaultKeys() {
  const state = useData(vaultQuery())
  const { busy, error, run } = useAction(async () => {
    const { rewrapped } = await call('rotateVault', {})
    await refresh('getVault')
    showToast(`${secrets(rewrapped)} moved to the newest key`)
  })
  return (
    <Card aria-label="Vault keys">
      <CardHeader
        title="Vault keys"
        aside={
          <Button
            icon={<KeyRound aria-hidden="true" />}
            busy={busy && 'Moving...'}
            reason={idle(state)}
            onClick={() => void run()}
          >
            Move to the newest key
          </Button>
        }
      >
        Credentials and model keys are encrypted. Moving them doesn’t decrypt them and is recorded in the audit log.
      </CardHeader>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Stat label="Keys" value={state.keys} />
        <Stat label="Using newest key" value={state.newest} />
        <Stat label="Using older keys" value={state.older} />
        <Stat label="Unreadable" value={state.unreadable} />
      </dl>
      {state.unreadable > 0 && (
        <div className="mt-4">
          <Callout tone="warn">
            The key of {secrets(state.unreadable)} is missing. Add it to VAULT_KEY after the newest key and restart.
            Otherwise the owners must enter their secrets again.
          </Callout>
        </div>
      )}
      {error !== null && (
        <div className="mt-4">
          <Callout tone="bad">{friendly(error)}</Callout>
        </div>
      )}
    </Card>
  )
}
