import { type FormEvent, useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { keepServer } from './keep-server.ts'
import type { Server } from './server-queries.ts'

/** Enters another key for a server that takes one in a header, and reads its tools with it. */
export function ReplaceKey({ server, onClose }: { server: Server; onClose: () => void }) {
  const [header, setHeader] = useState(server.header_names[0] ?? 'Authorization')
  const [value, setValue] = useState('')
  const saving = useAction(async () => {
    const params = { id: server.id }
    await call('updateMcpServer', { params, body: { headers: { [header.trim()]: value } } })
    await keepServer((await call('refreshMcpServer', { params })).server)
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saving.run()
  }
  return (
    <Dialog open onClose={onClose} title={t('Replace key')}>
      <form noValidate autoComplete="off" onSubmit={submit} className="grid gap-5">
        {saving.error !== null && <Callout tone="bad">{friendly(saving.error)}</Callout>}
        <TextField
          label={t('Header')}
          value={header}
          maxLength={100}
          onChange={(event) => setHeader(event.target.value)}
        />
        <PasswordField
          label={t('Value')}
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabled={value === ''} busy={saving.busy && t('Saving...')}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
