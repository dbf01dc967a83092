import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Transfer } from '#contract/accounts/transfers.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { t } from '#web/lib/language.ts'
import { TransferFacts } from '#web/parts/accounts/transfers/transfer-preview.tsx'
import { movesText, statusName } from '#web/parts/accounts/transfers/transfer-texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const transfersQuery = q('listTransfers', { query: { limit: 20 } })

/** What is offered to the workspace and by it, and what moved. */
export function Transfers() {
  const { data, error } = useQuery(transfersQuery)
  return (
    <Card>
      <CardHeader title={t('Transfers')}>
        {t('To move something to another workspace, choose “Move to another workspace” in its menu.')}
      </CardHeader>
      {error !== null ? (
        <Callout tone="bad">{friendly(error)}</Callout>
      ) : data === undefined ? (
        <Skeleton className="h-20" />
      ) : data.items.length === 0 ? (
        <p className="text-muted">{t('Nothing was moved or offered yet.')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {data.items.map((one) => (
            <Row key={one.id} transfer={one} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const placeName = ({ name, slug }: Transfer['to']) => (slug === null ? t('{name} (personal)', { name }) : name)

function Row({ transfer }: { transfer: Transfer }) {
  const [asked, setAsked] = useState<'accept' | 'decline' | 'cancel' | null>(null)
  const isOpen = transfer.status === 'offered'
  const isIn = transfer.direction === 'in'
  const name = movesText(transfer.moves)
  const close = () => setAsked(null)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="wrap-anywhere font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-muted text-xs">
          <span>
            {isIn
              ? t('From {workspace}', { workspace: placeName(transfer.from) })
              : t('To {workspace}', { workspace: placeName(transfer.to) })}
          </span>
          <span aria-hidden="true">·</span>
          {isOpen ? (
            <span>
              {t('Expires')} <RelativeTime time={transfer.expires_at} />
            </span>
          ) : (
            <RelativeTime time={transfer.decided_at ?? transfer.expires_at} />
          )}
        </p>
      </div>
      <Badge tone={isOpen ? 'warn' : transfer.status === 'done' ? 'good' : 'neutral'}>
        {statusName(transfer.status)}
      </Badge>
      {isOpen && isIn && (
        <div className="flex gap-2">
          <Button
            size="sm"
            variant="primary"
            aria-label={t('Review {name}', { name })}
            onClick={() => setAsked('accept')}
          >
            {t('Review')}
          </Button>
          <Button size="sm" aria-label={t('Decline {name}', { name })} onClick={() => setAsked('decline')}>
            {t('Decline')}
          </Button>
        </div>
      )}
      {isOpen && !isIn && (
        <Button size="sm" aria-label={t('Cancel offer of {name}', { name })} onClick={() => setAsked('cancel')}>
          {t('Cancel offer')}
        </Button>
      )}
      {asked === 'accept' && <Accept transfer={transfer} onClose={close} />}
      {(asked === 'decline' || asked === 'cancel') && <End act={asked} transfer={transfer} onClose={close} />}
    </li>
  )
}

function Accept({ transfer, onClose }: { transfer: Transfer; onClose: () => void }) {
  const { data, error } = useQuery(q('getTransferPreview', { params: { id: transfer.id } }))
  const accept = useAction(async () => {
    await call('acceptTransfer', { params: { id: transfer.id } })
    notify({ type: 'success', title: t('Moved here') })
    onClose()
    // Lists and counts of many kinds are others now.
    await queryClient.invalidateQueries()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Accept {name}?', { name: movesText(transfer.moves) })}
      description={t('From {workspace}', { workspace: placeName(transfer.from) })}
      footer={
        <>
          <Button onClick={onClose}>{t('Not now')}</Button>
          <Button
            variant="primary"
            disabled={data === undefined || data.refusals.length > 0}
            busy={accept.busy && t('Moving...')}
            onClick={() => void accept.run()}
          >
            {t('Accept')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {error !== null ? (
          <Callout tone="bad">{friendly(error)}</Callout>
        ) : data === undefined ? (
          <Skeleton className="h-40" />
        ) : (
          <TransferFacts preview={data} />
        )}
        {accept.error !== null && <Callout tone="bad">{friendly(accept.error)}</Callout>}
      </div>
    </Dialog>
  )
}

function End({ act, transfer, onClose }: { act: 'decline' | 'cancel'; transfer: Transfer; onClose: () => void }) {
  const end = useAction(async () => {
    const params = { id: transfer.id }
    await (act === 'decline' ? call('declineTransfer', { params }) : call('cancelTransfer', { params }))
    onClose()
    await refresh('listTransfers')
  })
  const name = movesText(transfer.moves)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={act === 'decline' ? t('Decline {name}?', { name }) : t('Cancel the offer of {name}?', { name })}
      keep={t('Keep it')}
      act={act === 'decline' ? t('Decline') : t('Cancel offer')}
      busy={end.busy && t('Saving...')}
      onAct={() => void end.run()}
      failure={end.error !== null && friendly(end.error)}
    >
      {t('It stays where it is. It can be offered again.')}
    </ConfirmDialog>
  )
}
