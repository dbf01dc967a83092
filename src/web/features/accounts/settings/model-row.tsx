import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { ModelId } from '#contract/workflows/models.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatMicros } from '#web/parts/runs/usage.ts'
import { ModelForm } from '#web/parts/workflows/models/model-form.tsx'
import { type Model, modelPriceText, modelsQuery, providerName } from '#web/parts/workflows/models/models-query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'

type Tried = DataOf<'testModel'>

/** One model: what it is, whether it answers, and changing it where one may. */
export function ModelRow({ item }: { item: Model }) {
  const { operator_settings } = useData(modelsQuery)
  const [shown, setShown] = useState<'edit' | 'remove' | null>(null)
  const [tried, setTried] = useState<Tried | null>(null)
  const test = useAction(async () => {
    setTried(null)
    setTried(await call('testModel', { params: { id: item.id } }))
    await refresh('listModels')
  })
  const mayTest = item.editable || operator_settings !== null
  return (
    <li className="grid gap-3 border-line border-b py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Facts item={item} />
        {mayTest && (
          <div className="flex items-center gap-2">
            <Button
              size="sm"
              aria-label={t('Test {name}', { name: item.name })}
              busy={test.busy && t('Testing...')}
              onClick={() => void test.run()}
            >
              {t('Test')}
            </Button>
            {item.editable && (
              <Menu
                trigger={
                  <IconButton size="sm" label={t('More for {name}', { name: item.name })}>
                    <Ellipsis aria-hidden="true" />
                  </IconButton>
                }
              >
                <MenuItem onSelect={() => setShown('edit')}>{t('Edit')}</MenuItem>
                <MenuItem onSelect={() => setShown('remove')}>{t('Remove')}</MenuItem>
              </Menu>
            )}
          </div>
        )}
      </div>
      {tried && <Outcome tried={tried} />}
      {test.error !== null && <Callout tone="bad">{friendly(test.error)}</Callout>}
      {shown === 'edit' && <ModelForm scope={item.scope} item={item} onClose={() => setShown(null)} />}
      {shown === 'remove' && <Remove item={item} onClose={() => setShown(null)} />}
    </li>
  )
}

function Facts({ item }: { item: Model }) {
  return (
    <div className="grid min-w-0 grow basis-60 gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="wrap-anywhere min-w-0 font-medium" dir="auto">
          {item.name}
        </span>
        <Badge>{providerName(item.provider)}</Badge>
        {item.id === 'environment' && <Badge>{t('From the configuration')}</Badge>}
      </p>
      <p className="flex flex-wrap gap-x-2 text-muted text-base">
        <code className="wrap-anywhere min-w-0 font-mono">{item.model}</code>
        <span aria-hidden="true">·</span>
        <span>{modelPriceText(item)}</span>
        {item.key_hint && (
          <>
            <span aria-hidden="true">·</span>
            <span>
              {t('key')} <code className="font-mono">…{item.key_hint}</code>
            </span>
          </>
        )}
      </p>
      {item.base_url && <p className="wrap-anywhere text-muted text-base">{item.base_url}</p>}
    </div>
  )
}

/** How a test went: the answer with its time and price, or the reason as the server gave it. */
function Outcome({ tried }: { tried: Tried }) {
  const seconds = formatNumber(Math.round(tried.latency_ms / 10) / 100)
  if (tried.error)
    return (
      <Callout tone="bad" title={t('No response')}>
        <span className="wrap-anywhere">{tried.error.message}</span>{' '}
        {t('({code}, after {seconds} s)', { code: tried.error.code, seconds })}
      </Callout>
    )
  return (
    <Callout tone="good" title={t('Responded in {seconds} s', { seconds })}>
      <span className="wrap-anywhere">
        {t('{model} replied “{text}” ({tokens} tokens, {cost}).', {
          model: tried.model,
          text: tried.text.trim() || '…',
          tokens: formatNumber(tried.tokens),
          cost: formatMicros(tried.cost_micros),
        })}
      </span>
    </Callout>
  )
}

function Remove({ item, onClose }: { item: Model; onClose: () => void }) {
  const remove = useAction(async () => {
    // The one of the configuration is not removed here, and has no such button.
    if (item.id === 'environment') return
    await call('deleteModel', { params: { id: item.id as ModelId } })
    await refresh('listModels')
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Remove “{name}”?', { name: item.name.slice(0, 80) })}
      keep={t('Cancel')}
      act={t('Remove model')}
      busy={remove.busy && t('Removing...')}
      onAct={() => void remove.run()}
      failure={remove.error !== null && friendly(remove.error)}
    >
      <p>{t('Its key will be deleted. Steps that use this model will fail until you choose another.')}</p>
    </ConfirmDialog>
  )
}
