import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { packageFailure } from '#web/features/connectors/packages/package-failure.ts'
import { useConfirmedAction } from '#web/features/connectors/packages/use-confirmed-action.ts'
import { t } from '#web/lib/language.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { keepPlugin, type Plugin } from './plugin-queries.ts'

/** The hosts that admins added to those a plugin names in its code. */
export function Hosts({ plugin }: { plugin: Plugin }) {
  const { id, added_hosts, may_manage } = plugin
  const [host, setHost] = useState('')
  const [adding, confirmAdd] = useConfirmedAction(async () => {
    await keepPlugin((await call('addPluginHost', { params: { id }, body: { host: host.trim() } })).plugin)
    setHost('')
  })
  const [removing, confirmRemove] = useConfirmedAction(async (one: string) =>
    keepPlugin((await call('removePluginHost', { params: { id, host: one } })).plugin),
  )
  const refused = adding.error instanceof ApiError ? adding.error.problem('host') : undefined
  const failure = removing.error ?? (refused === undefined ? adding.error : null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (host.trim() !== '') void adding.run()
  }
  if (added_hosts.length === 0 && !may_manage) return null
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
      {added_hosts.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <h3 className="text-base">{t('Hosts added by admins')}</h3>
          <ul className="grid grid-cols-[minmax(0,1fr)]">
            {added_hosts.map((one) => (
              <li key={one} className="flex min-h-8 items-center gap-2">
                <code className="wrap-anywhere min-w-0 grow font-mono text-xs">{one}</code>
                {may_manage && (
                  <IconButton
                    size="sm"
                    label={t('Remove {name}', { name: one })}
                    disabled={removing.busy}
                    onClick={() => void removing.run(one)}
                  >
                    <X aria-hidden="true" />
                  </IconButton>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {failure !== null && <Callout tone="bad">{packageFailure(failure)}</Callout>}
      {may_manage && (
        <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 grow">
            <TextField
              label={t('Add a host')}
              placeholder="api.example.com"
              dir="ltr"
              maxLength={253}
              value={host}
              error={refused}
              onChange={({ target }) => setHost(target.value)}
            />
          </div>
          <Button type="submit" disabled={host.trim() === ''} busy={adding.busy && t('Adding...')}>
            {t('Add')}
          </Button>
          <p className="w-full text-muted text-base">
            {t('For a service on an address of your own. The plugin can then send data there.')}
          </p>
        </form>
      )}
      {confirmAdd}
      {confirmRemove}
    </div>
  )
}
