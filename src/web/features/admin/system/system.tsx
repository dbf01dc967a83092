import { Wrench } from 'lucide-react'
import { load } from '#web/api/query.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Backups, backupsQuery } from './backups.tsx'
import { VaultKeys, vaultQuery } from './vault-keys.tsx'

export const loader = () => Promise.all([load(vaultQuery()), load(backupsQuery())])

/** The placeholder of §2.1, with what there is for an operator already. */
export function Component() {
  return (
    <AdminFrame title="System">
      <EmptyState
        icon={<Wrench aria-hidden="true" />}
        title="Advanced system management is coming soon"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <LinkButton href={paths.outbox()}>Open outbox</LinkButton>
            <LinkButton href={paths.adminErrors()}>View reported errors</LinkButton>
            <LinkButton href={paths.docs('self-hosting')}>Read about self-hosting</LinkButton>
          </div>
        }
      >
        The outbox shows sent, waiting and failed email. The installation is configured with environment variables,
        described in the documentation.
      </EmptyState>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        <Backups />
        <VaultKeys />
      </div>
    </AdminFrame>
  )
}
