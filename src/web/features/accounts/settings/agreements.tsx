import type { Agreement } from '#contract/billing/agreements.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

export const agreementsQuery = q('listAgreements')

/** Agents that may send their input to third parties, each with a way to withdraw. */
export function Agreements() {
  const { items, total } = useData(agreementsQuery)
  return (
    <Card>
      <CardHeader title={t('Agents that send your data elsewhere')}>
        {t(
          'You agreed to this before your first run with them. If you withdraw, you’ll be asked again before the next run.',
        )}
      </CardHeader>
      {items.length === 0 ? (
        <p className="text-muted">{t('None. An agent asks you before it sends your data elsewhere.')}</p>
      ) : (
        <ul>
          {items.map((agreement) => (
            <Row key={agreement.agent.id} agreement={agreement} />
          ))}
        </ul>
      )}
      {total > items.length && (
        <p className="mt-3 text-muted text-base">{t('and {count} more', { count: total - items.length })}</p>
      )}
    </Card>
  )
}

function Row({ agreement: { agent, destinations } }: { agreement: Agreement }) {
  const takeBack = useAction(async () => {
    await call('withdrawAgreement', { params: { id: agent.id } })
    await refresh('listAgreements')
  })
  return (
    <li className="grid gap-2 border-line border-b py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <TextLink href={paths.agent(agent.slug)}>
            <bdi>{agent.name}</bdi>
          </TextLink>
          <ul className="text-muted text-base">
            {destinations.map(({ name, agreed_at }) => (
              <li key={name} className="break-words">
                <bdi>{name}</bdi> · <RelativeTime time={agreed_at} />
              </li>
            ))}
          </ul>
        </div>
        <Button
          size="sm"
          busy={takeBack.busy && t('Withdrawing...')}
          aria-label={t('Withdraw agreement with {name}', { name: agent.name })}
          onClick={() => void takeBack.run()}
        >
          {t('Withdraw')}
        </Button>
      </div>
      {takeBack.error !== null && <Callout tone="bad">{friendly(takeBack.error)}</Callout>}
    </li>
  )
}
