import { Download, Ellipsis, Power, RefreshCw, Settings, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { refresh, useAction } from '#web/api/action.ts'
import { call, download } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { DisablePackage } from '#web/features/connectors/packages/disable-package.tsx'
import { fieldProblems, packageFailure } from '#web/features/connectors/packages/package-failure.ts'
import { RemovePackage } from '#web/features/connectors/packages/remove-package.tsx'
import { useConfirmedAction } from '#web/features/connectors/packages/use-confirmed-action.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { PackageDifference, PackageFacts, StartResult } from './package-facts.tsx'
import { draftOf, PackageForm, settingsOf } from './package-form.tsx'
import { keepPackage, type McpPackage, type McpPackageCandidate, packageQuery } from './package-queries.ts'

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
            <p className="text-muted text-base">
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
  return (
    <DisablePackage
      name={name}
      words={t('Its tools fail for everyone who connected it. Nothing is deleted, and you can enable it again.')}
      disable={async () => {
        await keepPackage((await call('disableMcpPackage', { params: { id } })).package)
        notify({ type: 'success', title: t('The package is disabled') })
      }}
      onClose={onClose}
    />
  )
}

function RemoveDialog({ one, onClose }: DialogProps) {
  const { id, name, people } = one
  const navigate = useNavigate()
  return (
    <RemovePackage
      name={name}
      of={one}
      words={
        people === 0
          ? t('Nobody has connected it.')
          : t('It is disconnected for everyone who connected it, and the values they gave are deleted.')
      }
      shownBy="getMcpPackage"
      remove={(query) => call('deleteMcpPackage', { params: { id }, query })}
      onRemoved={async () => {
        notify({ type: 'success', title: t('The package was removed') })
        await navigate(paths.mcpTools(null, 'packages'))
        queryClient.removeQueries({ queryKey: packageQuery(id).queryKey })
        await refresh('listMcpPackages', 'listMcpServers')
      }}
      onClose={onClose}
    />
  )
}
