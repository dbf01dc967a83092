import { useState } from 'react'
import { useNavigate } from 'react-router'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import type { App } from '#web/parts/connectors/app-queries.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

/** Deletes an app that the person added; one that workflows use only when they say so again. */
export function DeleteApp({ app: { id, name } }: { app: App }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [usedBy, setUsedBy] = useState<string | null>(null)
  const remove = useAction(async () => {
    try {
      await call('deleteIntegration', { params: { id }, query: { even_if_used: usedBy === null ? 'false' : 'true' } })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'integration_in_use') return setUsedBy(error.message)
      // One that is gone already is what was wanted.
      if (!(error instanceof ApiError && error.status === 404)) throw error
    }
    await refresh('listIntegrations')
    notify({ type: 'success', title: t('The app was deleted') })
    await navigate(paths.integrations())
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('Delete')}</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('Delete “{name}”?', { name })}
        keep={t('Keep it')}
        act={usedBy === null ? t('Delete') : t('Delete anyway')}
        busy={remove.busy && t('Deleting...')}
        onAct={() => void remove.run()}
        failure={remove.error !== null && friendly(remove.error)}
      >
        {usedBy === null
          ? t('Its actions can’t be used any more. Your accounts at it stay until you delete them.')
          : t('{used} Steps that use it will fail.', { used: usedBy })}
      </ConfirmDialog>
    </>
  )
}
