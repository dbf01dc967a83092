import { useNavigate } from 'react-router'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import type { Server } from './server-queries.ts'

/** Names what stops working before a server goes. */
export function DeleteServer({ server, onClose }: { server: Server; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useAction(async () => {
    // If another workflow has started using it since this page was loaded, the person is asked again.
    const even_if_used = server.used_by.length > 0 ? 'true' : 'false'
    await call('deleteMcpServer', { params: { id: server.id }, query: { even_if_used } })
    await refresh('listMcpServers')
    await navigate(paths.mcpTools())
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Disconnect “{name}”?', { name: server.name })}
      keep={t('Cancel')}
      act={t('Disconnect')}
      busy={remove.busy && t('Disconnecting...')}
      onAct={() => void remove.run()}
      failure={remove.error !== null && friendly(remove.error)}
    >
      {server.used_by.length > 0 ? (
        <>
          <p>{t('These workflows use it. Their steps will fail:')}</p>
          <ul className="wrap-anywhere list-disc pl-5">
            {server.used_by.map(({ id, name }) => (
              <li key={id} dir="auto">
                {name}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{t('Its sign-in is deleted too. You can’t undo this.')}</p>
      )}
    </ConfirmDialog>
  )
}
