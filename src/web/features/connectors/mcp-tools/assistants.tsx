import { Bot } from 'lucide-react'
import { refresh } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { formatDay } from '#web/lib/time.ts'
import { AccessRow, LastUsed } from '#web/parts/accounts/access/access-row.tsx'
import { aboutScope, serverName } from '#web/parts/accounts/assistants/words.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

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
  const { id, name, scopes, server, returns_to, created_at, last_used_at } = item
  return (
    <AccessRow
      name={name}
      scopes={scopes.map((scope) => aboutScope(scope).short)}
      about={serverName(server)}
      facts={[
        t('returns to {place}', { place: returns_to }),
        t('connected on {day}', { day: formatDay(created_at) }),
        <LastUsed key="used" at={last_used_at} />,
      ]}
      end={{
        label: t('Disconnect'),
        name: t('Disconnect {name}', { name }),
        title: t('Disconnect “{name}”?', { name }),
        act: t('Disconnect'),
        busy: t('Disconnecting...'),
        warning: t('It stops working immediately. To use it again, connect it again from the assistant.'),
        run: async () => {
          await call('disconnectAssistant', { params: { id } })
          await refresh('listAssistants')
        },
      }}
    />
  )
}
