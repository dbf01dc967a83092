import { type FormEvent, useState } from 'react'
import type { OAuthApplication } from '#contract/connectors/oauth-applications.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const listQuery = q('listOAuthApplications', {})

export const loader = () => load(listQuery)

const COLUMNS: readonly Column<OAuthApplication>[] = [
  {
    key: 'name',
    header: 'Service',
    className: 'w-full max-w-0',
    cell: ({ name, integrations }) => (
      <div className="min-w-40 py-2">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-muted text-base" title={integrations.join(', ')}>
          {integrations.join(', ')}
        </p>
      </div>
    ),
  },
  {
    key: 'client',
    header: 'Client',
    className: 'max-md:hidden',
    cell: ({ client_id, changed_at }) =>
      client_id === null ? (
        <span className="text-muted">Not registered</span>
      ) : (
        <div className="max-w-64">
          <p className="truncate" title={client_id}>
            {client_id}
          </p>
          {changed_at !== null && (
            <p className="text-muted text-base">
              Changed <RelativeTime time={changed_at} />
            </p>
          )}
        </div>
      ),
  },
  { key: 'change', header: <span className="sr-only">Change</span>, cell: (one) => <Change application={one} /> },
]

function Change({ application }: { application: OAuthApplication }) {
  const [open, setOpen] = useState<'register' | 'remove' | null>(null)
  const { name, client_id } = application
  const remove = useAction(async () => {
    // One that is gone already is what was wanted.
    await call('deleteOAuthApplication', { params: { name } }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error
    })
    await refresh('listOAuthApplications')
    notify({ type: 'success', title: 'The client was removed' })
    setOpen(null)
  })
  return (
    <div className="flex justify-end gap-2">
      <Button
        size="sm"
        aria-label={`${client_id === null ? 'Register' : 'Change'} ${name}`}
        onClick={() => setOpen('register')}
      >
        {client_id === null ? 'Register' : 'Change'}
      </Button>
      {client_id !== null && (
        <Button size="sm" aria-label={`Remove ${name}`} onClick={() => setOpen('remove')}>
          Remove
        </Button>
      )}
      {open === 'register' && <Register application={application} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={open === 'remove'}
        title={`Remove the client of ${name}?`}
        keep="Keep it"
        act="Remove"
        busy={remove.busy && 'Removing...'}
        onAct={() => void remove.run()}
        failure={remove.error !== null && friendly(remove.error)}
        onClose={() => setOpen(null)}
      >
        Accounts that were connected through it stop working when their token expires, usually within an hour.
      </ConfirmDialog>
    </div>
  )
}

function Register({
  application: { name, client_id, events_url, signs },
  onClose,
}: {
  application: OAuthApplication
  onClose: () => void
}) {
  const { redirect_url } = useData(listQuery)
  const [id, setId] = useState(client_id ?? '')
  const [secret, setSecret] = useState('')
  const [signing, setSigning] = useState('')
  const save = useAction(async () => {
    await call('saveOAuthApplication', {
      params: { name },
      body: { client_id: id.trim(), client_secret: secret, ...(signing !== '' && { signing_secret: signing }) },
    })
    await refresh('listOAuthApplications')
    notify({ type: 'success', title: 'The client was saved' })
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (id.trim() !== '' && secret !== '') void save.run()
  }
  return (
    <Dialog open onClose={onClose} title={`Register at ${name}`}>
      <form noValidate autoComplete="off" onSubmit={submit} className="grid gap-5">
        <p className="text-muted">
          Create an OAuth client at the service, allow this redirect address, and enter what it gives you. Everyone here
          then connects accounts without a client of their own.
        </p>
        <CodeBlock code={redirect_url} label="Redirect address" />
        <TextField label="Client ID" maxLength={500} value={id} onChange={(event) => setId(event.target.value)} />
        <PasswordField
          label="Client secret"
          help="Stored encrypted and never shown again."
          autoComplete="off"
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
        />
        {events_url !== null && (
          <>
            <p className="text-muted">
              Triggers of this app need events: enter this address at the service, and what it signs them with.
            </p>
            <CodeBlock code={events_url} label="Events address" />
            <PasswordField
              label="Signing secret"
              help={signs ? 'One is stored. Leave empty to keep it.' : 'Stored encrypted and never shown again.'}
              autoComplete="off"
              value={signing}
              onChange={(event) => setSigning(event.target.value)}
            />
          </>
        )}
        {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={save.busy && 'Saving...'}
            disabled={id.trim() === '' || secret === ''}
          >
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What this installation is registered as at services, so that people connect accounts with two clicks. */
export function Component() {
  const { items } = useData(listQuery)
  return (
    <AdminFrame
      title="Apps"
      intro="Services whose apps people connect. Where you register an OAuth client, nobody has to bring their own."
    >
      <Table caption="OAuth clients by service" columns={COLUMNS} rows={items} rowKey={({ name }) => name} />
    </AdminFrame>
  )
}
