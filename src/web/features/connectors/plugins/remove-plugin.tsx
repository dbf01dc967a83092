import { useNavigate } from 'react-router'
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { forgetPlugin, type Plugin, pluginFailure } from './plugin-queries.ts'
import { useConfirmedAction } from './use-confirmed-action.ts'
import { UserList } from './used-by.tsx'

/** Removes a plugin that no workflow uses; of one that is used, says which do. */
export function RemovePlugin({ plugin, onClose }: { plugin: Plugin; onClose: () => void }) {
  const { id, name, used_by_total } = plugin
  const navigate = useNavigate()
  const [removing, confirmation] = useConfirmedAction(async () => {
    try {
      await call('deletePlugin', { params: { id } })
    } catch (error) {
      // A workflow began to use it since this page was loaded: the page lists it then.
      if (error instanceof ApiError && error.code === 'plugin_in_use') await refresh('getPlugin')
      // One that is gone already is what was wanted.
      if (!(error instanceof ApiError && error.status === 404)) throw error
    }
    notify({ type: 'success', title: t('The plugin was removed') })
    await navigate(paths.plugins())
    await forgetPlugin(id)
  })
  if (used_by_total > 0)
    return (
      <Dialog
        open
        size="sm"
        onClose={onClose}
        title={t('“{name}” is in use', { name })}
        footer={<Button onClick={onClose}>{t('Close')}</Button>}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <p>{t('Workflows use this plugin. Remove its steps from them first, or disable it instead.')}</p>
          <UserList plugin={plugin} />
        </div>
      </Dialog>
    )
  return (
    <>
      <ConfirmDialog
        open
        onClose={onClose}
        title={t('Remove “{name}”?', { name })}
        keep={t('Keep it')}
        act={t('Remove')}
        busy={removing.busy && t('Removing...')}
        onAct={() => void removing.run()}
        failure={removing.error !== null && pluginFailure(removing.error)}
      >
        <p>{t('Nobody can use it any more. Accounts at it stay until their owners delete them.')}</p>
      </ConfirmDialog>
      {confirmation}
    </>
  )
}
