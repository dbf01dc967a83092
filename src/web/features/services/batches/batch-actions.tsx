import { Ban, Download, Pause, Play, RotateCcw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { BatchAction, BatchFormat } from '#contract/services/batch-values.ts'
import type { BatchDetail } from '#contract/services/batches.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, download } from '#web/api/call.ts'
import { useExportReason } from '#web/api/export-reason.ts'
import { friendly } from '#web/api/friendly.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { saveFile, toFileName } from '#web/lib/save-file.ts'
import { AskReason } from '#web/parts/runs/masked/show-hidden.tsx'
import { useMayReveal } from '#web/parts/runs/masked/use-reveal.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { batchQuery } from './batch-queries.ts'
import { SendResults } from './send-results.tsx'

const FORMATS: readonly { format: BatchFormat; label: string; mime: string }[] = [
  { format: 'csv', label: 'CSV', mime: 'text/csv' },
  { format: 'xlsx', label: 'Excel', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  { format: 'json', label: 'JSON', mime: 'application/json' },
  { format: 'pdf', label: 'PDF', mime: 'application/pdf' },
]

/** Start, pause, cancel, retry, export, send on and delete: what can be done now. */
export function BatchActions({ batch }: { batch: BatchDetail }) {
  const { id, abilities, status } = batch
  const [asking, setAsking] = useState<'cancel' | 'delete' | null>(null)
  const [sending, setSending] = useState(false)
  const act = useAction(async (action: BatchAction) => {
    queryClient.setQueryData(batchQuery(id).queryKey, await call('controlBatch', { params: { id }, body: { action } }))
    setAsking(null)
    await refresh('listBatchItems', 'listBatches')
  })
  const button = (action: BatchAction, label: string, icon: typeof Play, primary = false) => {
    const Icon = icon
    return (
      <Button
        variant={primary ? 'primary' : undefined}
        icon={<Icon aria-hidden="true" />}
        disabled={act.busy}
        reason={abilities[action].reason ?? undefined}
        onClick={() => void act.run(action)}
      >
        {label}
      </Button>
    )
  }
  return (
    <>
      {status === 'draft' && button('start', t('Start'), Play, true)}
      {abilities.pause.allowed && button('pause', t('Pause'), Pause)}
      {abilities.resume.allowed && button('resume', t('Resume'), Play, true)}
      {abilities.retry.allowed && button('retry', t('Retry failed'), RotateCcw)}
      {status !== 'draft' && <Export batch={batch} />}
      {batch.counts.succeeded > 0 && (
        <Button icon={<Send aria-hidden="true" />} onClick={() => setSending(true)}>
          {t('Send results')}
        </Button>
      )}
      {abilities.cancel.allowed && (
        <Button icon={<Ban aria-hidden="true" />} onClick={() => setAsking('cancel')}>
          {t('Cancel batch')}
        </Button>
      )}
      {abilities.remove.allowed && (
        <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setAsking('delete')}>
          {t('Delete')}
        </Button>
      )}
      {act.error !== null && asking === null && <span className="text-bad text-base">{friendly(act.error)}</span>}
      {asking === 'cancel' && (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          title={t('Cancel this batch?')}
          keep={t('Keep it running')}
          act={t('Cancel batch')}
          busy={act.busy && t('Cancelling...')}
          onAct={() => void act.run('cancel')}
          failure={act.error !== null && friendly(act.error)}
        >
          <p>{t('Active runs are cancelled and nothing more is started. Results so far are kept.')}</p>
        </ConfirmDialog>
      )}
      {sending && <SendResults batch={batch} onClose={() => setSending(false)} />}
      {asking === 'delete' && <Delete batch={batch} onClose={() => setAsking(null)} />}
    </>
  )
}

function Export({ batch }: { batch: BatchDetail }) {
  const reason = useExportReason()
  const [withPersonal, setWithPersonal] = useState<(typeof FORMATS)[number] | null>(null)
  // Lists of the workspace hide personal data, and files of them as well.
  const hides = useUser()?.workspace?.masks_lists === true
  const mayShow = useMayReveal()
  const saveAs = async ({ format, mime }: (typeof FORMATS)[number], asked: { reveal?: 'true'; reason?: string }) => {
    const file = await download('exportBatch', { params: { id: batch.id }, query: { format, ...asked } })
    saveFile(`${toFileName(batch.name)}.${format}`, file, mime)
  }
  const save = async (one: (typeof FORMATS)[number]) => {
    try {
      await saveAs(one, {})
    } catch (error) {
      notify({ type: 'error', title: t('Not exported'), message: friendly(error) })
    }
  }
  return (
    <>
      <Menu
        trigger={
          <Button icon={<Download aria-hidden="true" />} reason={reason}>
            {t('Export')}
          </Button>
        }
      >
        {FORMATS.map((one) => (
          <MenuItem key={one.format} onSelect={() => void save(one)}>
            {one.label}
          </MenuItem>
        ))}
        {hides &&
          mayShow &&
          FORMATS.map((one) => (
            <MenuItem key={`${one.format}-personal`} onSelect={() => setWithPersonal(one)}>
              {t('{format} with personal data', { format: one.label })}
            </MenuItem>
          ))}
      </Menu>
      {withPersonal !== null && (
        <AskReason
          title={t('Export with personal data')}
          act={t('Export')}
          onAct={(why) => saveAs(withPersonal, { reveal: 'true', reason: why })}
          onClose={() => setWithPersonal(null)}
        />
      )}
    </>
  )
}

function Delete({ batch, onClose }: { batch: BatchDetail; onClose: () => void }) {
  const navigate = useNavigate()
  const { id, service } = batch
  const remove = useAction(async () => {
    await call('deleteBatch', { params: { id } })
    await navigate(service === null ? paths.services() : paths.service(service.id, { tab: 'batches' }), {
      replace: true,
    })
    queryClient.removeQueries(batchQuery(id))
    await refresh('listBatches')
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Delete this batch?')}
      keep={t('Cancel')}
      act={t('Delete')}
      busy={remove.busy && t('Deleting...')}
      onAct={() => void remove.run()}
      failure={remove.error !== null && friendly(remove.error)}
    >
      <p>{t('The results table is deleted. The runs and their results are kept.')}</p>
    </ConfirmDialog>
  )
}
