import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ServiceDetail } from '#contract/services/services.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useUser } from '#web/api/use-session.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { UpgradeService } from '#web/parts/agents/listing/upgrade-service.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { ServiceCost } from './service-cost.tsx'
import { serviceQuery } from './service-queries.ts'
import { useUpdateService } from './use-update-service.ts'

/** What its owner decides about a service: its name, its version, what it may spend, and its end. */
export const ServiceSettings = ({ service }: { service: ServiceDetail }) => (
  <>
    <Name key={service.name} service={service} />
    <Version service={service} />
    <ReviewRules key={`${service.second_reader_share} ${service.sign_off_needs_all}`} service={service} />
    <ServiceCost id={service.id} />
    <Removal service={service} />
  </>
)

function Name({ service }: { service: ServiceDetail }) {
  const [name, setName] = useState(service.name)
  const update = useUpdateService(service, () => showToast(t('Name saved')))
  const wanted = name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted !== '') void update.run({ name: wanted })
  }
  return (
    <Card>
      <CardHeader title={t('Name')} />
      <form noValidate onSubmit={submit} className="grid max-w-sm gap-3">
        <TextField
          label={t('Name of the service')}
          value={name}
          maxLength={120}
          error={wanted === '' ? t('Give it a name') : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        {update.error !== null && <Callout tone="bad">{friendly(update.error)}</Callout>}
        <div>
          <Button
            type="submit"
            busy={update.busy && t('Saving...')}
            reason={service.abilities.update.reason ?? undefined}
            disabled={wanted === '' || wanted === service.name}
          >
            {t('Save name')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Version({ service }: { service: ServiceDetail }) {
  const { number, newest } = service.version
  const isNewest = newest === number
  return (
    <Card>
      <CardHeader title={t('Version')} aside={!isNewest && <UpgradeService service={service} />}>
        {service.workflow_id !== null
          ? t('Version {number}. Follows what you publish.', { number })
          : isNewest
            ? t('Version {number}, the newest. A new version changes nothing here until you choose it.', { number })
            : t('Version {number} of {newest}. It stays until you choose another one.', { number, newest })}
      </CardHeader>
    </Card>
  )
}

/** How its documents are signed off. */
function ReviewRules({ service }: { service: ServiceDetail }) {
  const [share, setShare] = useState(String(service.second_reader_share))
  const [needsAll, setNeedsAll] = useState(service.sign_off_needs_all)
  const isShared = useUser()?.workspace !== undefined
  const update = useUpdateService(service, () => showToast(t('Review rules saved')))
  const wanted = Number(share)
  const isWrong = !/^\d{1,3}$/.test(share.trim()) || wanted > 100
  const isSame = wanted === service.second_reader_share && needsAll === service.sign_off_needs_all
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong) void update.run({ sign_off_needs_all: needsAll, ...(isShared && { second_reader_share: wanted }) })
  }
  return (
    <Card>
      <CardHeader title={t('Review')}>{t('How documents of this service are signed off.')}</CardHeader>
      <form noValidate onSubmit={submit} className="grid max-w-sm gap-3">
        {isShared && (
          <TextField
            label={t('Documents with a second reader (%)')}
            help={t('The second reader is another person and doesn’t see the first one’s decisions.')}
            inputMode="numeric"
            maxLength={3}
            value={share}
            error={isWrong ? t('Enter a whole number from 0 to 100') : undefined}
            onChange={(event) => setShare(event.target.value)}
          />
        )}
        <Checkbox
          label={t('Every finding must be decided before the sign-off')}
          checked={needsAll}
          onChange={(event) => setNeedsAll(event.target.checked)}
        />
        {update.error !== null && <Callout tone="bad">{friendly(update.error)}</Callout>}
        <div>
          <Button
            type="submit"
            busy={update.busy && t('Saving...')}
            reason={service.abilities.update.reason ?? undefined}
            disabled={isWrong || isSame}
          >
            {t('Save review rules')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Removal({ service }: { service: ServiceDetail }) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const remove = useAction(async () => {
    await call('deleteService', { params: { id: service.id } })
    await navigate(paths.services())
    queryClient.removeQueries({ queryKey: serviceQuery(service.id).queryKey })
    await refresh('listServices', 'getDashboard', 'listExecutions')
  })
  return (
    <>
      <Card>
        <CardHeader
          title={t('Remove this service')}
          aside={
            <Button
              variant="danger"
              reason={service.abilities.remove.reason ?? undefined}
              onClick={() => setOpen(true)}
            >
              {t('Remove')}
            </Button>
          }
        >
          {t('Deletes its settings, channels and API address. Its runs are kept.')}
        </CardHeader>
      </Card>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('Remove “{name}”?', { name: service.name })}
        keep={t('Cancel')}
        act={t('Remove')}
        busy={remove.busy && t('Removing...')}
        onAct={() => void remove.run()}
        failure={remove.error !== null && friendly(remove.error)}
      >
        <p>
          {t(
            'Its settings and API address will be deleted, and programs that use it will fail. Version {number} may not be available again.',
            { number: service.version.number },
          )}
        </p>
        <p className="text-muted">
          {service.runs === 1
            ? t('Its 1 run is kept in My Workflows.')
            : t('Its {count} runs are kept in My Workflows.', { count: formatNumber(service.runs) })}
        </p>
      </ConfirmDialog>
    </>
  )
}
