import { Bot } from 'lucide-react'
import { useState } from 'react'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { formatDay } from '#web/lib/time.ts'
import { aboutScope, serverName } from '#web/parts/accounts/assistants/words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

export const assistantsQuery = q('listAssistants')
type Assistant = DataOf<'listAssistants'>['items'][number]

/** The assistants a person let use their account. */
export function Assistants() {
  const { items } = useData(assistantsQuery)
  return (
    <Card>
      <CardHeader title={t('Connected assistants')}>
        {t('Each can use only what you allowed, until you disconnect it.')}
      </CardHeader>
      {items.length === 0 ? (
        <EmptyState icon={<Bot aria-hidden="true" />} title={t('No assistants connected')}>
          {t('Add an address from above to your assistant. It then asks you to sign in here.')}
        </EmptyState>
      ) : (
        <ul>
          {items.map((item) => (
            <AssistantRow key={item.id} item={item} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function AssistantRow({ item }: { item: Assistant }) {
  const [asking, setAsking] = useState(false)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="grid min-w-0 grow basis-60 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 wrap-anywhere font-medium" dir="auto">
            {item.name}
          </span>
          {item.scopes.map((scope) => (
            <Badge key={scope}>{aboutScope(scope).short}</Badge>
          ))}
        </p>
        <p className="wrap-anywhere text-sm">{serverName(item.server)}</p>
        <p className="flex flex-wrap gap-x-2 text-muted text-sm">
          <span className="wrap-anywhere">{t('returns to {place}', { place: item.returns_to })}</span>
          <span aria-hidden="true">·</span>
          <span>{t('connected on {day}', { day: formatDay(item.created_at) })}</span>
          <span aria-hidden="true">·</span>
          <span>
            {item.last_used_at ? (
              <>
                {t('last used')} <RelativeTime time={item.last_used_at} />
              </>
            ) : (
              t('never used')
            )}
          </span>
        </p>
      </div>
      <Button size="sm" aria-label={t('Disconnect {name}', { name: item.name })} onClick={() => setAsking(true)}>
        {t('Disconnect')}
      </Button>
      {asking && <Disconnect item={item} onClose={() => setAsking(false)} />}
    </li>
  )
}

function Disconnect({ item, onClose }: { item: Assistant; onClose: () => void }) {
  const disconnect = useAction(async () => {
    await call('disconnectAssistant', { params: { id: item.id } })
    await refresh('listAssistants')
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Disconnect “{name}”?', { name: item.name })}
      keep={t('Cancel')}
      act={t('Disconnect')}
      busy={disconnect.busy && t('Disconnecting...')}
      onAct={() => void disconnect.run()}
      failure={disconnect.error !== null && friendly(disconnect.error)}
    >
      <p>{t('It stops working immediately. To use it again, connect it again from the assistant.')}</p>
    </ConfirmDialog>
  )
}
