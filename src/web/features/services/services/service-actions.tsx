import { Ellipsis, Pause, Pencil, Play, Square, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ServiceDetail } from '#contract/services/services.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { queryClient } from '#web/api/query-client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Refused } from '#web/parts/billing/pricing/refused.tsx'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { serviceQuery } from './service-queries.ts'

type Change = { name?: string; status?: 'running' | 'paused' | 'stopped' }

/** Saves a change and shows what the server made of it. */
function useUpdate(service: ServiceDetail) {
  return useAction(async (change: Change) => {
    const saved = await call('updateService', { params: { id: service.id }, body: change })
    queryClient.setQueryData(serviceQuery(service.id).queryKey, saved)
    void refresh('listServices', 'getDashboard')
  })
}

/** Start, pause and stop; rename and remove behind the menu. */
export function ServiceActions({ service }: { service: ServiceDetail }) {
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null)
  const update = useUpdate(service)
  const running = service.status === 'running'
  const reason = service.abilities.update.reason ?? undefined
  const close = () => setDialog(null)
  return (
    <>
      <Button
        icon={running ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        busy={update.busy && 'Saving...'}
        reason={reason}
        onClick={() => void update.run({ status: running ? 'paused' : 'running' })}
      >
        {running ? 'Pause' : 'Start'}
      </Button>
      <Menu
        trigger={
          <IconButton label="More actions">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem
          icon={<Square aria-hidden="true" />}
          reason={service.status === 'stopped' ? 'Already stopped' : reason}
          onSelect={() => void update.run({ status: 'stopped' })}
        >
          Stop
        </MenuItem>
        <MenuItem icon={<Pencil aria-hidden="true" />} reason={reason} onSelect={() => setDialog('rename')}>
          Rename
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={<Trash2 aria-hidden="true" />}
          reason={service.abilities.remove.reason ?? undefined}
          onSelect={() => setDialog('remove')}
        >
          Remove
        </MenuItem>
      </Menu>
      {update.error !== null && <Refused error={update.error} />}
      {dialog === 'rename' && <Rename service={service} onClose={close} />}
      {dialog === 'remove' && <Remove service={service} onClose={close} />}
    </>
  )
}

interface DialogProps {
  service: ServiceDetail
  onClose: () => void
}

function Rename({ service, onClose }: DialogProps) {
  const [name, setName] = useState(service.name)
  const update = useUpdate(service)
  const wanted = name.trim()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (wanted === '') return
    await update.run({ name: wanted })
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Rename service" size="sm">
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField
          label="Name"
          value={name}
          maxLength={120}
          error={wanted === '' ? 'Give it a name' : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={update.busy && 'Saving...'} disabled={wanted === ''}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Remove({ service, onClose }: DialogProps) {
  const navigate = useNavigate()
  const remove = useAction(async () => {
    await call('deleteService', { params: { id: service.id } })
    await navigate(paths.services())
    queryClient.removeQueries({ queryKey: serviceQuery(service.id).queryKey })
    await refresh('listServices', 'getDashboard', 'listExecutions')
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Remove “${service.name}”?`}
      keep="Cancel"
      act="Remove"
      busy={remove.busy && 'Removing...'}
      onAct={() => void remove.run()}
      failure={remove.error !== null && friendly(remove.error)}
    >
      <p>
        Its settings and API address will be deleted, and programs that use it will fail. Version{' '}
        {service.version.number} may not be available again.
      </p>
      <p className="text-muted">
        {service.runs === 1 ? 'Its 1 run is kept' : `Its ${formatNumber(service.runs)} runs are kept`} in My Workflows.
      </p>
    </ConfirmDialog>
  )
}
