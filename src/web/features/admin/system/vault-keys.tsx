import { KeyRound } from 'lucide-react'
import type { VaultState } from '#contract/accounts/vault.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { toast } from '#web/ui/overlays/toast-store.ts'
import { Stat } from '#web/ui/stat.tsx'

export const vaultQuery = () => q('getVault')

const secrets = (count: number): string => (count === 1 ? '1 secret' : `${count.toLocaleString('en-IN')} secrets`)

/** Why there is nothing to move. */
function idle({ keys, older }: VaultState): string | undefined {
  if (older > 0) return undefined
  return keys === 1
    ? 'There is one key. Name a newer one before it in VAULT_KEY and start again.'
    : 'Everything lies under the newest key.'
}

/** How the secrets of this installation lie under its keys, and moving them under the newest. */
export function VaultKeys() {
  const state = useData(vaultQuery())
  const { busy, error, run } = useAction(async () => {
    const { rewrapped } = await call('rotateVault', {})
    await refresh('getVault')
    toast(`${secrets(rewrapped)} moved under the newest key`)
  })
  return (
    <Card aria-label="Keys of the vault">
      <CardHeader
        title="Keys of the vault"
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
        Credentials and keys of models are encrypted. Moving them decrypts none of them and is written to the audit log.
      </CardHeader>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Stat label="Keys" value={state.keys} />
        <Stat label="Under the newest" value={state.newest} />
        <Stat label="Under older ones" value={state.older} />
        <Stat label="Unreadable" value={state.unreadable} />
      </dl>
      {state.unreadable > 0 && (
        <div className="mt-4">
          <Callout tone="warn">
            The key of {secrets(state.unreadable)} is not here. Put it into VAULT_KEY, behind the newest, and start
            again; otherwise their owners have to enter them anew.
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
