import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { KnowledgeDetail } from '#contract/knowledge/bases.ts'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { refreshDocuments } from '#web/parts/knowledge/add-documents.tsx'
import { modelsQuery } from '#web/parts/workflows/models/models-query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'

const PAISE = 100

/** Rupees as they are typed. @returns paise; null for none, undefined for what is no price */
function paiseOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const paise = Math.round(Number(text) * PAISE)
  return Number.isFinite(paise) && paise >= 0 ? paise : undefined
}

/** What makes the vectors: the model of the installation, or one from outside that its owner brings. */
export function EmbeddingModel({ base }: { base: KnowledgeDetail }) {
  const { embedding } = base
  const models = useQuery(modelsQuery)
  const [model, setModel] = useState<string>(embedding?.model ?? '')
  const [name, setName] = useState(embedding?.name ?? '')
  const [price, setPrice] = useState(embedding?.price == null ? '' : String(embedding.price / PAISE))
  const items = models.data?.items ?? []
  const chosen = items.find(({ id }) => id === model)
  const isOwn = chosen?.scope === 'own'
  const paise = paiseOf(price)
  const save = useAction(async () => {
    const wanted = isOwn ? { model, name: name.trim(), price: paise ?? null } : { model }
    const body = { embedding: model === '' ? null : wanted }
    await call('updateKnowledge', { params: { id: base.id }, body }, { exact: true })
    await refreshDocuments()
  })
  const problem =
    save.error instanceof ApiError ? save.error.problems.find(({ field }) => field?.startsWith('embedding')) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  const isGone = model !== '' && models.data !== undefined && !chosen
  const isNamed = !isOwn || (name.trim() !== '' && paise !== undefined)
  const isReady = model === '' ? embedding !== null : chosen !== undefined && isNamed
  return (
    <Card>
      <CardHeader title={t('Embedding model')}>
        {t('Finds passages by meaning. A model from outside reads your documents and your searches.')}
      </CardHeader>
      <form noValidate onSubmit={submit} className="grid max-w-2xl gap-4">
        {save.error !== null && <Callout tone="bad">{problem?.message ?? friendly(save.error)}</Callout>}
        {isGone && (
          <Callout tone="warn">
            {t('The embedding model “{name}” was removed. Searches go by words until you choose another one.', {
              name,
            })}
          </Callout>
        )}
        <Select
          label={t('Model')}
          value={isGone ? '' : model}
          options={[
            { value: '', label: t('Built in, on this server') },
            ...items.map((one) => ({
              value: one.id as string,
              label: t('Same provider as {name}', { name: one.name }),
            })),
          ]}
          onChange={({ target }) => {
            setModel(target.value)
            setName('')
          }}
        />
        {isOwn && (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField
              label={t('Name at the provider')}
              help={t('For example text-embedding-3-small')}
              value={name}
              maxLength={KNOWLEDGE.embedding_name}
              onChange={({ target }) => setName(target.value)}
            />
            <TextField
              label={t('Price per million tokens (₹)')}
              optional
              inputMode="decimal"
              value={price}
              error={paise === undefined ? t('Enter a number') : undefined}
              onChange={({ target }) => setPrice(target.value)}
            />
          </div>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={save.busy && t('Trying the model...')} disabled={!isReady}>
            {t('Use this model')}
          </Button>
          <TextLink href={paths.settings('models')}>{t('Manage models')}</TextLink>
        </div>
        <p className="text-muted text-base">
          {t('All documents are then indexed again. The current index answers meanwhile.')}
        </p>
      </form>
    </Card>
  )
}
