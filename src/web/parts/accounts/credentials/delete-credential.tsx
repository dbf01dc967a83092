import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { USES } from './credential-uses.ts'
import type { Credential } from './credentials-query.ts'

const SHOWN = 5

/** Names what stops working before anything is deleted. */
export function DeleteCredential({ item, onClose }: { item: Credential; onClose: () => void }) {
  const remove = useAction(async () => {
    // If another workflow has started using it since this list was loaded, the user is asked again.
    const even_if_used = item.used_by.length > 0 ? 'true' : 'false'
    await call('deleteCredential', { params: { id: item.id }, query: { even_if_used } })
    await refresh('listCredentials', 'getIntegration', 'listIntegrations')
    onClose()
  })
  const rest = item.used_by.length - SHOWN
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Delete “{name}”?', { name: item.name })}
      keep={t('Cancel')}
      act={t('Delete credential')}
      busy={remove.busy && t('Deleting...')}
      onAct={() => void remove.run()}
      failure={remove.error !== null && friendly(remove.error)}
    >
      {item.used_by.length > 0 ? (
        <>
          <p>{t('These use it. What they do with it will fail until you choose another credential:')}</p>
          <ul className="wrap-anywhere list-disc pl-5">
            {item.used_by.slice(0, SHOWN).map(({ kind, id, name }) => (
              <li key={`${kind} ${id}`}>
                <bdi>{name}</bdi> <span className="text-muted">({USES[kind]()})</span>
              </li>
            ))}
            {rest > 0 && <li>{t('and {count} more', { count: String(rest) })}</li>}
          </ul>
        </>
      ) : (
        <p>{t('Nothing uses it. You can’t undo this.')}</p>
      )}
    </ConfirmDialog>
  )
}
