import { Download, Ellipsis, Power, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { call, download } from '#web/api/call.ts'
import { DisablePackage } from '#web/features/connectors/packages/disable-package.tsx'
import { packageFailure } from '#web/features/connectors/packages/package-failure.ts'
import { useConfirmedAction } from '#web/features/connectors/packages/use-confirmed-action.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { AgreeDialog } from './agree-dialog.tsx'
import { checkVersion } from './check-version.ts'
import { hasUpdate } from './plugin-badges.tsx'
import { keepPlugin, type Plugin, type PluginCandidate } from './plugin-queries.ts'
import { RemovePlugin } from './remove-plugin.tsx'

/** What an admin does with a plugin. */
export function ManagePlugin({ plugin }: { plugin: Plugin }) {
  const { id, state } = plugin
  const [candidate, setCandidate] = useState<PluginCandidate | null>(null)
  const [open, setOpen] = useState<'disable' | 'remove' | null>(null)
  const checking = useAction(async () => {
    const found = await checkVersion(plugin)
    if (found) setCandidate(found)
    else notify({ type: 'info', title: t('This is the newest version') })
  })
  const saving = useAction(async () =>
    saveFile(`${id}-${plugin.version}.tgz`, await download('exportPlugin', { params: { id } }), 'application/gzip'),
  )
  const [enabling, confirmation] = useConfirmedAction(async () => {
    await keepPlugin((await call('enablePlugin', { params: { id } })).plugin)
    notify({ type: 'success', title: t('The plugin is enabled') })
  })
  const isInstalled = state !== 'available'
  return (
    <>
      <Button
        variant={isInstalled && !hasUpdate(plugin) ? 'secondary' : 'primary'}
        icon={isInstalled ? <RefreshCw aria-hidden="true" /> : <Download aria-hidden="true" />}
        busy={checking.busy && t('Checking...')}
        onClick={() => void checking.run()}
      >
        {isInstalled ? t('Check for update') : t('Install')}
      </Button>
      {state === 'disabled' && (
        <Button
          icon={<Power aria-hidden="true" />}
          busy={enabling.busy && t('Saving...')}
          onClick={() => void enabling.run()}
        >
          {t('Enable')}
        </Button>
      )}
      {isInstalled && (
        <Menu
          trigger={
            <IconButton label={t('More for {name}', { name: plugin.name })}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
        >
          <MenuItem icon={<Download aria-hidden="true" />} onSelect={() => void saving.run()}>
            {t('Download for offline use')}
          </MenuItem>
          {state === 'enabled' && (
            <MenuItem icon={<Power aria-hidden="true" />} onSelect={() => setOpen('disable')}>
              {t('Disable')}
            </MenuItem>
          )}
          <MenuItem icon={<Trash2 aria-hidden="true" />} onSelect={() => setOpen('remove')}>
            {t('Remove')}
          </MenuItem>
        </Menu>
      )}
      <Failure error={checking.error} />
      <Failure error={saving.error} />
      <Failure error={enabling.error} />
      {candidate && (
        <AgreeDialog candidate={candidate} onClose={() => setCandidate(null)} onDone={async () => setCandidate(null)} />
      )}
      {open === 'disable' && <DisablePlugin plugin={plugin} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemovePlugin plugin={plugin} onClose={() => setOpen(null)} />}
      {confirmation}
    </>
  )
}

/** Why a check failed may be long: it is read in a dialog, not next to a button. */
function Failure({ error }: { error: unknown }) {
  const [closed, setClosed] = useState<unknown>(null)
  return (
    <Dialog
      open={error !== null && closed !== error}
      size="sm"
      title={t('That didn’t work')}
      onClose={() => setClosed(error)}
    >
      <Callout tone="bad">{packageFailure(error)}</Callout>
    </Dialog>
  )
}

function DisablePlugin({ plugin: { id, name, used_by_total }, onClose }: { plugin: Plugin; onClose: () => void }) {
  return (
    <DisablePackage
      name={name}
      words={
        used_by_total === 0
          ? t('Its actions and triggers disappear from the designer. Nothing is deleted.')
          : t(
              'Its actions fail and its triggers stop in the workflows that use it. Nothing is deleted, and you can enable it again.',
            )
      }
      disable={async () => {
        await keepPlugin((await call('disablePlugin', { params: { id } })).plugin)
        notify({ type: 'success', title: t('The plugin is disabled') })
      }}
      onClose={onClose}
    />
  )
}
