import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { fieldProblems } from '#web/features/connectors/packages/package-failure.ts'
import { Foreign } from '#web/features/connectors/plugins/foreign.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { type McpPackageSummary, packagesQuery } from './package-queries.ts'
import { toolsInWords } from './server-state.tsx'
import { ValueFields } from './value-fields.tsx'

/** Servers of this installation that the person has not connected yet. */
export function OfferedPackages() {
  const { items } = useData(packagesQuery)
  const [connecting, setConnecting] = useState<McpPackageSummary | null>(null)
  const offered = items.filter(({ server_id, state }) => server_id === null && state === 'enabled')
  if (offered.length === 0) return null
  return (
    <section aria-labelledby="offered" className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="offered" className="text-xl">
        {t('Offered here')}
      </h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {offered.map((one) => (
          <Card key={one.id} as="li" className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
            <h3 className="wrap-anywhere text-lg" dir="auto">
              {one.name}
            </h3>
            {one.description !== '' && (
              <p className="line-clamp-3 text-muted text-base">
                <Foreign text={one.description} />
              </p>
            )}
            {one.tools !== null && <p className="text-muted text-base">{toolsInWords(one.tools)}</p>}
            <div>
              <Button size="sm" aria-label={t('Connect {name}', { name: one.name })} onClick={() => setConnecting(one)}>
                {t('Connect')}
              </Button>
            </div>
          </Card>
        ))}
      </ul>
      {connecting && <ConnectPackage one={connecting} onClose={() => setConnecting(null)} />}
    </section>
  )
}

/** Tells where it runs and what it may reach, and takes the values that are the person's own. */
function ConnectPackage({ one, onClose }: { one: McpPackageSummary; onClose: () => void }) {
  const navigate = useNavigate()
  const [values, setValues] = useState<Record<string, string>>({})
  const connecting = useAction(async () => {
    const { server } = await call('connectMcpPackage', { params: { id: one.id }, body: { values } })
    await refresh('listMcpServers', 'listMcpPackages')
    onClose()
    await navigate(paths.mcpTools(server.id))
  })
  const problems = fieldProblems(connecting.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void connecting.run()
  }
  const isMissing = one.personal.some((name) => (values[name] ?? '').trim() === '')
  return (
    <Dialog open onClose={onClose} title={t('Connect {name}', { name: one.name })}>
      <form noValidate autoComplete="off" onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {connecting.error !== null && problems === null && <Callout tone="bad">{friendly(connecting.error)}</Callout>}
        <p>
          {t('Runs on this server in a sandbox, in a process for you alone.')}{' '}
          {one.hosts.length === 0
            ? t('It can’t connect to anything.')
            : t('It can connect to {hosts} only.', { hosts: one.hosts.join(', ') })}
        </p>
        <ValueFields names={one.personal} values={values} problems={problems ?? {}} onChange={setValues} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabled={isMissing} busy={connecting.busy && t('Connecting...')}>
            {t('Connect')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
