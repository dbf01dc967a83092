import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownedIds } from '#nodes/import/owned-ids.ts'
import { q } from '#web/api/query.ts'
import { exchanging } from '#web/canvas/model/graph/search-replace.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'

interface Thing {
  id: string
  kind: 'credential' | 'model'
  name: string
  /** Only what is of the same type can stand in its place. */
  type: string
}

/** Every credential and model of one's own. */
function useThings(): Thing[] {
  const credentials = useQuery(q('listCredentials'))
  const models = useQuery(q('listModels'))
  return [
    ...(credentials.data?.items ?? []).map(
      ({ id, type, name }): Thing => ({ id, kind: 'credential', type: `credential ${type}`, name }),
    ),
    ...(models.data?.items ?? []).map(({ id, name }): Thing => ({ id, kind: 'model', type: 'model', name })),
  ]
}

/** Puts one credential or model in place of another in every node that uses it. */
export function ExchangeSection() {
  const [draft, view] = [useDraft(), useView()]
  const document = useStore(draft.document)
  const things = useThings()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const used = new Map<string, { kind: string; count: number }>()
  for (const { id, kind } of ownedIds(document))
    if (kind === 'credential' || kind === 'model') used.set(id, { kind, count: (used.get(id)?.count ?? 0) + 1 })
  if (used.size === 0) return null
  const nameOf = (id: string, kind: string) =>
    things.find((thing) => thing.id.toLowerCase() === id)?.name ??
    (kind === 'model' ? t('A deleted model') : t('A deleted credential'))
  const old = used.get(from)
  const type = things.find((thing) => thing.id.toLowerCase() === from)?.type
  const others = things.filter(
    (thing) =>
      thing.kind === old?.kind && thing.id.toLowerCase() !== from && (type === undefined || thing.type === type),
  )
  const exchange = () => {
    const { operation, count } = exchanging(draft.document.get(), from, to)
    const label =
      count === 1
        ? t('Exchanged “{name}” once', { name: nameOf(from, old?.kind ?? '') })
        : t('Exchanged “{name}” {count} times', { name: nameOf(from, old?.kind ?? ''), count })
    if (!operation || !draft.perform(operation, { label })) return
    view.message.set({ text: label, tone: 'info' })
    setFrom('')
    setTo('')
  }
  return (
    <section aria-label={t('Replace everywhere')} className="grid gap-3 border-line border-t pt-4">
      <h3 className="font-medium">{t('Replace everywhere')}</h3>
      <Select
        label={t('Credential or model in use')}
        value={from}
        options={[
          { value: '', label: t('Choose one') },
          ...[...used].map(([id, { kind, count }]) => ({
            value: id,
            label: `${nameOf(id, kind)} (${count === 1 ? t('1 node') : t('{count} places', { count })})`,
          })),
        ]}
        onChange={(event) => {
          setFrom(event.target.value)
          setTo('')
        }}
      />
      <Select
        label={t('With')}
        value={to}
        disabled={!old}
        help={old && others.length === 0 ? t('You have no other one of this type.') : undefined}
        options={[{ value: '', label: t('Choose one') }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button reason={to === '' ? t('Choose both first') : undefined} onClick={exchange}>
        {t('Replace')}
      </Button>
    </section>
  )
}
