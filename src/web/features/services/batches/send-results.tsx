import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ServiceId } from '#contract/core/primitives.ts'
import { RESULT_COLUMNS } from '#contract/services/batch-values.ts'
import type { BatchDetail } from '#contract/services/batches.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ColumnMapping, useColumnMapping } from './column-mapping.tsx'

/** Hands the results on to another service, such as one whose workflow writes to an app. They become a batch of that one. */
export function SendResults({ batch, onClose }: { batch: BatchDetail; onClose: () => void }) {
  const [chosen, setChosen] = useState('')
  const services = useQuery(q('listServices', { query: { limit: 100 } })).data?.items
  const others = (services ?? []).filter(({ id }) => id !== batch.service?.id)
  const { data: service } = useQuery({
    ...q('getService', { params: { id: chosen as ServiceId } }),
    enabled: chosen !== '',
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Send results')}
      description={t(
        'Each result becomes a document of another of your services, for example one that adds rows to Google Sheets.',
      )}
    >
      {services && others.length === 0 ? (
        <p>
          {t('You have no other service yet. Build a workflow that does something with a result, and deploy it.')}{' '}
          <TextLink href={paths.workflows()}>{t('Open workflows')}</TextLink>
        </p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Select
            label={t('Service')}
            value={chosen}
            options={[
              { value: '', label: t('Choose a service') },
              ...others.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ target }) => setChosen(target.value)}
          />
          {service && <Mapping key={service.id} batch={batch} service={service} onClose={onClose} />}
        </div>
      )}
    </Dialog>
  )
}

function Mapping({ batch, service, onClose }: { batch: BatchDetail; service: ServiceDetail; onClose: () => void }) {
  const navigate = useNavigate()
  const mapping = useColumnMapping(service, [...batch.columns, ...RESULT_COLUMNS])
  const [signedOff, setSignedOff] = useState(false)
  const send = useAction(async () => {
    const { id } = await call('createBatch', { body: { service_id: service.id, name: batch.name, start: false } })
    try {
      await call('addBatchResults', {
        params: { id },
        body: { batch_id: batch.id, mapping: mapping.chosen, ...(signedOff && { review: 'signed_off' }) },
      })
    } catch (error) {
      // Nothing of it was kept: an empty draft is of no use to anybody.
      await call('deleteBatch', { params: { id } }).catch(() => {})
      throw error
    }
    await refresh('listBatches')
    // The page of the other batch is the same page: the dialog would stay on it.
    onClose()
    await navigate(paths.batch(id))
  })
  if (mapping.fields.length === 0)
    return <Callout>{t('This service takes files only. Choose one that takes text.')}</Callout>
  return (
    <>
      <ColumnMapping mapping={mapping} />
      <Checkbox
        label={t('Only documents that are signed off')}
        checked={signedOff}
        onChange={({ target }) => setSignedOff(target.checked)}
      />
      {send.error !== null && <Callout tone="bad">{friendly(send.error)}</Callout>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          busy={send.busy && t('Creating...')}
          disabled={Object.keys(mapping.chosen).length === 0}
          onClick={() => void send.run()}
        >
          {t('Create and review')}
        </Button>
        {!signedOff && (
          <span className="text-muted">
            {t('{count} results. Nothing is sent before you start it.', {
              count: formatNumber(batch.counts.succeeded),
            })}
          </span>
        )}
      </div>
    </>
  )
}
