import { useNavigate } from 'react-router'
import { call } from '#web/api/call.ts'
import { RemovePackage } from '#web/features/connectors/packages/remove-package.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { forgetPlugin, type Plugin } from './plugin-queries.ts'

export function RemovePlugin({ plugin, onClose }: { plugin: Plugin; onClose: () => void }) {
  const { id, name } = plugin
  const navigate = useNavigate()
  return (
    <RemovePackage
      name={name}
      of={plugin}
      words={t('Nobody can use it any more. Accounts at it stay until their owners delete them.')}
      shownBy="getPlugin"
      remove={(query) => call('deletePlugin', { params: { id }, query })}
      onRemoved={async () => {
        notify({ type: 'success', title: t('The plugin was removed') })
        await navigate(paths.plugins())
        await forgetPlugin(id)
      }}
      onClose={onClose}
    />
  )
}
