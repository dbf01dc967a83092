import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { AgentDetail } from '#contract/agents/agents.ts'
import type { AgentTerms } from '#contract/billing/purchases.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { refresh } from '#web/api/action.ts'
import { withKey } from '#web/canvas/model/fields/field-value.ts'
import { type Change, join, useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { agentTermsQuery, agreedQuery } from '#web/canvas/services/queries/agents.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { AskAgreement } from '#web/parts/runs/ask-agreement.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const LentAccounts = lazyPart(
  () => import('#web/parts/connectors/lent-accounts.tsx'),
  (m) => m.default,
)

/** What the chosen agent costs the person, and what is missing before it can run. */
export function ChosenAgent({
  agent,
  settings,
  change,
  path,
}: {
  agent: AgentDetail
  /** Of the step or tool that runs it, at `path` of the settings of the step. */
  settings: JsonObject
  change: Change
  path: string
}) {
  const { readOnly } = useSettingsForm()
  const { data: terms } = useQuery(agentTermsQuery(agent.id))
  const { data: agreed } = useQuery(agreedQuery())
  const sends = agent.version?.permissions.sends_to ?? []
  const given = agreed?.items.find((one) => one.agent.id === agent.id)?.destinations ?? []
  const missing = agreed && terms?.next !== 'own' ? sends.filter((name) => !given.some((one) => one.name === name)) : []
  const most = typeof settings.most_paise === 'number' ? settings.most_paise : 0
  const paise = terms ? paidFor(terms) : 0
  return (
    <div className="grid justify-items-start gap-2 text-base">
      <p>
        {priceText(terms?.price ?? agent.price)}. <TextLink href={paths.agent(agent.slug)}>{t('Open agent')}</TextLink>
      </p>
      {terms?.next === 'buy' && (
        <Callout tone="warn">{t('Buy this agent first. A step can’t buy it for you.')}</Callout>
      )}
      {paise > most && (
        <Callout tone="warn">
          <p>
            {t('The agent costs {price} a run, which is more than this step may cost.', { price: formatPaise(paise) })}
          </p>
          {readOnly === null && (
            <Button
              size="sm"
              className="mt-2"
              onClick={() =>
                change(withKey(settings, 'most_paise', paise), {
                  path: join(path, 'most_paise'),
                  title: t('Maximum cost'),
                })
              }
            >
              {t('Allow {price}', { price: formatPaise(paise) })}
            </Button>
          )}
        </Callout>
      )}
      {missing.length > 0 && (
        <AskAgreement
          asked={[{ agent: agent.id, places: missing }]}
          act={t('Agree')}
          onAgreed={() => void refresh('listAgreements')}
        />
      )}
      {agent.version && agent.version.permissions.accounts.length > 0 && terms && terms.next !== 'own' && (
        <div className="w-full">
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <LentAccounts agent={agent.id} />
          </Suspense>
        </div>
      )}
      <p className="text-muted">
        {t('The person who runs this workflow pays for the agent, with their own credits, free runs and purchases.')}
      </p>
    </div>
  )
}

/** What one run costs the person once their free runs are used up; 0 for what they own or bought. */
const paidFor = ({ price, next }: AgentTerms): number =>
  price.type === 'per_run' && next !== 'own' && next !== 'purchase' ? price.paise : 0
