import { BrainCircuit, Plus } from 'lucide-react'
import { useState } from 'react'
import { MODEL_LIMITS } from '#contract/workflows/model-limits.ts'
import { useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { ModelForm } from '#web/parts/workflows/models/model-form.tsx'
import { modelsQuery, type Scope } from '#web/parts/workflows/models/models-query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ModelDefaults } from './model-defaults.tsx'
import { ModelRow } from './model-row.tsx'

/** The models of a person, those of the operator, and which is asked. */
export function Models() {
  const { items, settings, operator_settings, used } = useData(modelsQuery)
  const [adding, setAdding] = useState<Scope | null>(null)
  const own = items.filter(({ scope }) => scope === 'own')
  const operators = items.filter(({ scope }) => scope === 'operator')
  const isOperator = operator_settings !== null
  const full = t('You can have up to {count} models. Remove one first.', { count: MODEL_LIMITS.per_user })
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      reason={own.length >= MODEL_LIMITS.per_user ? full : undefined}
      onClick={() => setAdding('own')}
    >
      {t('Add model')}
    </Button>
  )
  return (
    <>
      <Card>
        <CardHeader title={t('Your models')} aside={own.length > 0 && add}>
          {t('AI models your workflows use, with your own provider account.')}{' '}
          <TextLink href={paths.docs('models')}>{t('How models are used')}</TextLink>
        </CardHeader>
        {own.length === 0 ? (
          <EmptyState icon={<BrainCircuit aria-hidden="true" />} title={t('No models yet')} action={add}>
            {operators.length === 0
              ? t('Without a model, AI steps run by rules where they can. The others can’t run.')
              : t('Runs use this installation’s models until you add your own.')}
          </EmptyState>
        ) : (
          <ul>
            {own.map((item) => (
              <ModelRow key={item.id} item={item} />
            ))}
          </ul>
        )}
      </Card>
      <ModelDefaults scope="own" settings={settings} choices={items} used={used.own} />
      {(operators.length > 0 || isOperator) && (
        <Card>
          <CardHeader
            title={t('Installation models')}
            aside={isOperator && <Button onClick={() => setAdding('operator')}>{t('Add model for everyone')}</Button>}
          >
            {t('Set up by the operator for everyone, with a daily budget.')}
          </CardHeader>
          {operators.length === 0 ? (
            <p className="text-muted">{t('None yet. You can also set one in the server configuration.')}</p>
          ) : (
            <ul>
              {operators.map((item) => (
                <ModelRow key={item.id} item={item} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {operator_settings && (
        <ModelDefaults scope="operator" settings={operator_settings} choices={operators} used={used.operator} />
      )}
      {adding && <ModelForm scope={adding} onClose={() => setAdding(null)} />}
    </>
  )
}
