import { useState } from 'react'
import type { BoughtAgent } from '#contract/billing/purchases.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { AgentIcon } from '#web/parts/agents/listing/agent-icon.tsx'
import { DifferenceDialog } from '#web/parts/agents/listing/difference-dialog.tsx'
import { formatFullDay } from '#web/parts/billing/full-day.tsx'
import { InvoicePdf } from '#web/parts/billing/invoices/invoice-pdf.tsx'
import { usePaperSoon } from '#web/parts/billing/invoices/use-paper-soon.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Link, TextLink } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { AskRefund } from './ask-refund.tsx'

const statusWords = (): Record<BoughtAgent['status'], [string, Tone]> => ({
  coming: [t('Not started'), 'neutral'],
  active: [t('Owned'), 'good'],
  ended: [t('Ended'), 'neutral'],
  refunded: [t('Refunded'), 'neutral'],
})

function termOf({ kind, status, starts_at, ends_at }: BoughtAgent): string {
  if (kind === 'once' || ends_at === null) return t('One-time')
  if (status === 'coming')
    return t('Monthly, {from} to {until}', { from: formatFullDay(starts_at), until: formatFullDay(ends_at) })
  return status === 'active'
    ? t('Monthly, ends {day}; doesn’t renew automatically', { day: formatFullDay(ends_at) })
    : t('A month')
}

/** An agent that was bought: its version, its end, its invoice, and how its money is asked back. `here`: on the agent's own page. */
export function BoughtItem({ item, here = false }: { item: BoughtAgent; here?: boolean }) {
  const { agent, version, abilities, invoice } = item
  usePaperSoon(invoice === null, 'listPurchases')
  const [tone, label] = [statusWords()[item.status][1], statusWords()[item.status][0]]
  const Title = here ? 'h4' : 'h2'
  const canUse = item.status === 'active' || item.status === 'coming'
  return (
    <li className="grid gap-3 surface-card p-4">
      <div className="flex flex-wrap items-start gap-3">
        <AgentIcon agent={agent} />
        <div className="min-w-40 grow basis-0">
          <Title className="flex flex-wrap items-center gap-x-2 gap-y-1 text-lg">
            {here ? (
              <bdi>{agent.name}</bdi>
            ) : (
              <Link href={paths.agent(agent.slug)} className="hover:underline">
                <bdi>{agent.name}</bdi>
              </Link>
            )}
            <Badge tone={tone}>{label}</Badge>
          </Title>
          <p className="text-muted text-base">
            {t('{term} · bought {day}', { term: termOf(item), day: formatFullDay(item.bought_at) })}
          </p>
          <p className="text-muted text-base">
            {t('Version {version}', { version: version.number })}
            {canUse && version.newest > version.number && <NewerVersion item={item} />}
          </p>
        </div>
        <div className="text-right">
          <Money paise={item.paid_paise} />
          {item.refunded_paise > 0 && (
            <p className="text-muted text-base">{t('{price} refunded', { price: formatPaise(item.refunded_paise) })}</p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-3">
        {canUse && !here && (
          <LinkButton size="sm" href={paths.agent(agent.slug)}>
            {t('Run it')}
          </LinkButton>
        )}
        {invoice ? (
          <InvoicePdf invoice={invoice} />
        ) : (
          <span className="text-muted text-xs">{t('Invoice in preparation')}</span>
        )}
        <TextLink href={paths.payment(item.order_id)}>{t('Receipt')}</TextLink>
        {abilities.ask_refund.allowed ? (
          <span className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
            {t('Refundable until {day}', { day: formatFullDay(item.refund_until) })}
            <AskRefund of={{ order_id: item.order_id }} small />
          </span>
        ) : (
          <span className="text-muted text-xs">{abilities.ask_refund.reason}</span>
        )}
      </div>
    </li>
  )
}

/** What the newest version has, and the step to it when its buyer is ready. */
function NewerVersion({ item: { id, agent, version } }: { item: BoughtAgent }) {
  const [open, setOpen] = useState(false)
  const take = useAction(async () => {
    await call('takeNewestVersion', { params: { id } })
    setOpen(false)
    await refresh('listPurchases', 'getAgentTerms')
  })
  return (
    <>
      {` · ${t('version {number} is available', { number: version.newest })} `}
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('See changes')}
      </Button>
      {open && (
        <DifferenceDialog agent={agent.id} from={version.number} to={version.newest} onClose={() => setOpen(false)}>
          {take.error !== null && <Callout tone="bad">{friendly(take.error)}</Callout>}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setOpen(false)}>{t('Keep version {number}', { number: version.number })}</Button>
            <Button variant="primary" busy={take.busy && t('Changing...')} onClick={() => void take.run()}>
              {t('Use version {number}', { number: version.newest })}
            </Button>
          </div>
        </DifferenceDialog>
      )}
    </>
  )
}
