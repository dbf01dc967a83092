import { Download, Ellipsis, Power, RefreshCw, Settings, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { refresh, useAction } from '#web/api/action.ts'
import { call, download } from '#web/api/call.ts'
import { useConfirmedAction } from '#web/features/connectors/plugins/use-confirmed-action.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { PackageDifference, PackageFacts, StartResult } from './package-facts.tsx'
import { draftOf, PackageForm, settingsOf } from './package-form.tsx'
import {
  fieldProblems,
  keepPackage,
  type McpPackage,
  type McpPackageCandidate,
  packageFailure,
} from './package-queries.ts'

type Open = 'settings' | 'disable' | 'remove' | null

/** What an admin does with a package. */
export function ManagePackage({ one }: { one: McpPackage }) {
  const { id, state, facts } = one
  const [open, setOpen] = useState<Open>(null)
  const [candidate, setCandidate] = useState<McpPackageCandidate | null>(null)
  const checking = useAction(async () => {
    const found = (await call('checkMcpPackageUpdate', { params: { id }, body: {} })).candidate
    if (found) setCandidate(found)
    else notify({ type: 'info', title: t('This is the newest version') })
  })
  const saving = useAction(async () => {
    const name = `${facts.package.replace(/^@/, '').replaceAll('/', '-')}-${facts.version}.tgz`
    saveFile(name, await download('exportMcpPackage', { params: { id } }), 'application/gzip')
  })
  const [enabling, confirmation] = useConfirmedAction(async () => {
    await keepPackage((await call('enableMcpPackage', { params: { id } })).package)
    notify({ type: 'success', title: t('The package is enabled') })
  })
  const failure = checking.error ?? saving.error ?? enabling.error
  return (
    <>
      <Button icon={<Settings aria-hidden="true" />} onClick={() => setOpen('settings')}>
        {t('Settings')}
      </Button>
      <Button
        icon={<RefreshCw aria-hidden="true" />}
        busy={checking.busy && t('Checking...')}
        onClick={() => void checking.run()}
      >
        {t('Check for update')}
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
      <Menu
        trigger={
          <IconButton label={t('More for {name}', { name: one.name })}>
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
      {failure !== null && <Callout tone="bad">{packageFailure(failure)}</Callout>}
      {candidate && <UpdateDialog {...{ one, candidate }} onClose={() => setCandidate(null)} />}
      {open === 'settings' && <SettingsDialog one={one} onClose={() => setOpen(null)} />}
      {open === 'disable' && <DisableDialog one={one} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveDialog one={one} onClose={() => setOpen(null)} />}
      {confirmation}
    </>
  )
}

interface DialogProps {
  one: McpPackage
  onClose: () => void
}

function UpdateDialog({ one, candidate, onClose }: DialogProps & { candidate: McpPackageCandidate }) {
  const { version, hash, difference, start } = candidate
  const [updating, confirmation] = useConfirmedAction(async () => {
    await keepPackage((await call('updateMcpPackage', { params: { id: one.id }, body: { version, hash } })).package)
    notify({ type: 'success', title: t('The package was updated') })
    onClose()
  })
  return (
    <>
      <Dialog
        open
        size="lg"
        reading
        onClose={onClose}
        title={t('Update to {version}', { version })}
        footer={
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button variant="primary" busy={updating.busy && t('Updating...')} onClick={() => void updating.run()}>
              {t('Agree and update')}
            </Button>
          </>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {difference && <PackageDifference difference={difference} />}
          <h3 className="text-base">{t('This version as a whole')}</h3>
          <PackageFacts facts={candidate} />
          {start && (
            <p className="text-muted text-sm">
              {t('Started once with its settings, but without hosts: nobody has agreed to this version yet.')}
            </p>
          )}
          {start && <StartResult start={start} />}
          {updating.error !== null && <Callout tone="bad">{packageFailure(updating.error)}</Callout>}
        </div>
      </Dialog>
      {confirmation}
    </>
  )
}

function SettingsDialog({ one, onClose }: DialogProps) {
  const [draft, setDraft] = useState(draftOf(one.settings))
  const [saving, confirmation] = useConfirmedAction(async () => {
    const body = settingsOf(draft)
    await keepPackage((await call('changeMcpPackage', { params: { id: one.id }, body })).package)
    notify({ type: 'success', title: t('Settings saved') })
    onClose()
  })
  return (
    <>
      <Dialog
        open
        size="lg"
        onClose={onClose}
        title={t('Settings')}
        footer={
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button variant="primary" busy={saving.busy && t('Saving...')} onClick={() => void saving.run()}>
              {t('Save')}
            </Button>
          </>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <PackageForm
            draft={draft}
            problems={fieldProblems(saving.error) ?? {}}
            named={{ hosts: one.facts.named_hosts, variables: one.facts.named_variables }}
            disabled={saving.busy}
            isNew={false}
            onChange={setDraft}
          />
          {saving.error !== null && <Callout tone="bad">{packageFailure(saving.error)}</Callout>}
        </div>
      </Dialog>
      {confirmation}
    </>
  )
}

function DisableDialog({ one: { id, name }, onClose }: DialogProps) {
  const [disabling, confirmation] = useConfirmedAction(async () => {
    await keepPackage((await call('disableMcpPackage', { params: { id } })).package)
    notify({ type: 'success', title: t('The package is disabled') })
    onClose()
  })
  return (
    <>
      <ConfirmDialog
        open
        onClose={onClose}
        title={t('Disable “{name}”?', { name })}
        keep={t('Cancel')}
        act={t('Disable')}
        busy={disabling.busy && t('Disabling...')}
        onAct={() => void disabling.run()}
        failure={disabling.error !== null && packageFailure(disabling.error)}
      >
        <p>{t('Its tools fail for everyone who connected it. Nothing is deleted, and you can enable it again.')}</p>
      </ConfirmDialog>
      {confirmation}
    </>
  )
}

/** Removes a package that no workflow uses; of one that is used, says which do. */
function RemoveDialog({ one, onClose }: DialogProps) {
  const { id, name, used_by, people } = one
  const navigate = useNavigate()
  const [removing, confirmation] = useConfirmedAction(async () => {
    await call('deleteMcpPackage', { params: { id } })
    notify({ type: 'success', title: t('The package was removed') })
    await navigate(paths.mcpTools(null, 'packages'))
    await refresh('listMcpPackages', 'listMcpServers')
  })
  if (used_by.length > 0)
    return (
      <Dialog
        open
        size="sm"
        onClose={onClose}
        title={t('“{name}” is in use', { name })}
        footer={<Button onClick={onClose}>{t('Close')}</Button>}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <p>{t('Workflows use its tools. Remove those steps first, or disable the package instead.')}</p>
          <UseList one={one} />
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
        failure={removing.error !== null && packageFailure(removing.error)}
      >
        <p>
          {people === 0
            ? t('Nobody has connected it.')
            : t('It is disconnected for everyone who connected it, and the values they gave are deleted.')}
        </p>
      </ConfirmDialog>
      {confirmation}
    </>
  )
}

export const UseList = ({ one: { used_by } }: { one: McpPackage }) => (
  <ul>
    {used_by.map(({ id, name, owner }) => (
      <li key={id} className="border-line border-b py-2 last:border-0">
        <bdi className="font-medium">{name}</bdi> <span className="text-muted">{t('by {name}', { name: owner })}</span>
      </li>
    ))}
  </ul>
)
