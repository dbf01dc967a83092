import { Check, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { BatchId, BatchItem } from '#contract/services/batches.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { acceptanceWord } from '#web/parts/runs/acceptance/acceptance-texts.ts'
import { RejectDialog, type Rejection } from '#web/parts/runs/acceptance/reject-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

const TONES = { waiting: 'warn', accepted: 'good', rejected: 'neutral' } as const

type Decision = { decision: 'accept' } | ({ decision: 'reject' } & Rejection)

export interface RowDecisions {
  busy: boolean
  accept: (item: BatchItem) => void
  reject: (item: BatchItem) => void
  /** Asks for the reason; next to the table, because a click in a row opens it. */
  dialog: ReactNode
}

/** Decisions about single rows of a batch. */
export function useRowDecisions(batch: BatchId): RowDecisions {
  const [rejected, setRejected] = useState<BatchItem | null>(null)
  const { busy, error, run } = useAction(async ({ execution_id }: BatchItem, body: Decision) => {
    if (execution_id === null) return
    try {
      await call('decideBatchAcceptance', { params: { id: batch }, body: { ...body, execution_ids: [execution_id] } })
    } catch (refusal) {
      notify({ type: 'error', title: t('Nothing was decided'), message: friendly(refusal) })
      throw refusal
    }
    setRejected(null)
    await refresh('listBatchItems', 'getBatch', 'getCredits', 'listWaitingResults', 'getExecution')
  })
  const dialog = rejected && (
    <RejectDialog
      title={t('Reject “{name}”?', { name: rejected.name })}
      busy={busy}
      failure={error === null ? null : friendly(error)}
      onReject={(rejection) => void run(rejected, { decision: 'reject', ...rejection })}
      onClose={() => setRejected(null)}
    />
  )
  return { busy, accept: (item) => void run(item, { decision: 'accept' }), reject: setRejected, dialog }
}

/** Whether a row is accepted, and the buttons that decide it. */
export function ItemAcceptance({ item, decisions }: { item: BatchItem; decisions: RowDecisions }) {
  const { acceptance, name } = item
  if (acceptance === null) return null
  if (acceptance.state !== 'waiting')
    return <Badge tone={TONES[acceptance.state]}>{acceptanceWord(acceptance.state)}</Badge>
  const without = (act: (item: BatchItem) => void) => (event: MouseEvent) => {
    // The row would open.
    event.stopPropagation()
    act(item)
  }
  return (
    <span className="flex gap-1">
      <IconButton
        label={t('Accept {name}', { name })}
        size="sm"
        disabled={decisions.busy}
        onClick={without(decisions.accept)}
      >
        <Check aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('Reject {name}', { name })}
        size="sm"
        disabled={decisions.busy}
        onClick={without(decisions.reject)}
      >
        <X aria-hidden="true" />
      </IconButton>
    </span>
  )
}
