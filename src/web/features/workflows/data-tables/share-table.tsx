import type { DataTableDetail } from '#contract/workflows/data-tables.ts'
import { refresh } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { ShareByEmail } from '#web/parts/workflows/forms/share-by-email.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** Lets other accounts read or change the rows of a table. */
export function ShareTable({ table, onClose }: { table: DataTableDetail; onClose: () => void }) {
  const share = async (email: string, access: 'read' | 'write' | 'none') => {
    await call('shareDataTable', { params: { id: table.id }, body: { email, access } }, { exact: true })
    await refresh('getDataTable')
  }
  return (
    <Dialog open onClose={onClose} title={t('Share table')}>
      <p className="mb-4 text-muted">
        {t(
          'People you share with find this table in their account, and their workflows can use it. What they add counts towards your storage.',
        )}
      </p>
      <ShareByEmail
        shares={table.shares}
        labels={{ read: t('Can read'), write: t('Can change rows') }}
        onShare={share}
      />
    </Dialog>
  )
}
