import { type FormEvent, useState } from 'react'
import type { CredentialId } from '#contract/accounts/credentials.ts'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import {
  SOURCE,
  SOURCE_KINDS,
  type SourceKindName,
  SYNC_EVERY,
  type SyncEvery,
} from '#contract/knowledge/knowledge-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { HowOften } from './how-often.tsx'
import { SourceConnection } from './source-connection.tsx'
import { placeHelp, placeLabel, SERVICES } from './source-names.ts'
import { SourcePlaces } from './source-place.tsx'

const FIELDS = ['credential', 'place', 'max_documents', 'max_megabytes']

/** NaN for an empty field too, so that it is refused by name. */
const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

function useSourceForm(base: KnowledgeId) {
  const [kind, setKind] = useState<SourceKindName>('google_drive')
  const [credential, setCredential] = useState<CredentialId | ''>('')
  /** The name is of the place that was chosen; one that is typed has none. */
  const [place, setPlace] = useState<{ place: string; name?: string }>({ place: '' })
  const [every, setEvery] = useState<SyncEvery>('daily')
  const [documents, setDocuments] = useState(String(SOURCE.usual_documents))
  const [megabytes, setMegabytes] = useState(String(SOURCE.usual_megabytes))
  const add = useAction(async () => {
    if (credential === '') return
    const limits = { max_documents: numberIn(documents), max_megabytes: numberIn(megabytes) }
    const body = { ...{ kind, credential, sync_every: every }, ...limits, ...place }
    await call('addKnowledgeSource', { params: { id: base }, body }, { exact: true })
    setPlace({ place: '' })
    await refresh('listKnowledgeSources')
  })
  const problemOf = (field: string): string | undefined =>
    add.error instanceof ApiError ? add.error.problems.find((one) => one.field === field)?.message : undefined
  const choose = (next: SourceKindName) => {
    setKind(next)
    setCredential('')
    setPlace({ place: '' })
  }
  const limits = { documents, setDocuments, megabytes, setMegabytes, every, setEvery }
  return { kind, choose, credential, setCredential, place, setPlace, ...limits, add, problemOf }
}
type SourceForm = ReturnType<typeof useSourceForm>

/** Adds a folder of an account: what is in it is read in the background. */
export function AddSource({ base }: { base: KnowledgeId }) {
  const form = useSourceForm(base)
  const [choosing, setChoosing] = useState(false)
  const { kind, credential, add, problemOf } = form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (credential !== '') void add.run()
  }
  const reason = credential === '' ? t('Choose a connection first') : undefined
  const isElsewhere = add.error !== null && !FIELDS.some(problemOf)
  // The dialogs have forms of their own, so they are not in this one.
  return (
    <section aria-label={t('Add a source')} className="surface-card grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      <div className="grid gap-2">
        <h2 className="font-medium">{t('Add a source')}</h2>
        <p className="text-muted text-base">
          {t('Its files become documents and stay in sync. Deleted files are removed here too.')}
        </p>
        <Segmented
          label={t('Service')}
          value={kind}
          segments={SOURCE_KINDS.map((one) => ({ value: one, label: SERVICES[one] }))}
          onChange={(value) => form.choose(SOURCE_KINDS.find((one) => one === value) ?? kind)}
        />
      </div>
      <SourceConnection
        key={kind}
        kind={kind}
        value={credential}
        error={problemOf('credential')}
        onChange={form.setCredential}
      />
      <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PlaceField form={form} reason={reason} onBrowse={() => setChoosing(true)} />
        <Limits form={form} />
        {isElsewhere && <Callout tone="bad">{friendly(add.error)}</Callout>}
        <div>
          <Button type="submit" size="sm" variant="primary" busy={add.busy && t('Adding...')} reason={reason}>
            {t('Add source')}
          </Button>
        </div>
      </form>
      {choosing && credential !== '' && (
        <SourcePlaces
          base={base}
          kind={kind}
          credential={credential}
          onChosen={({ place, name }) => form.setPlace({ place, name })}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}

function PlaceField({
  form: { kind, place, setPlace, problemOf },
  reason,
  onBrowse,
}: {
  form: SourceForm
  reason: string | undefined
  onBrowse: () => void
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <TextField
        label={placeLabel(kind)}
        help={place.name === undefined ? placeHelp(kind) : t('Chosen: {name}', { name: place.name })}
        optional={kind !== 'notion'}
        maxLength={SOURCE.place}
        value={place.place}
        error={problemOf('place')}
        spellCheck={false}
        autoCapitalize="off"
        onChange={({ target }) => setPlace({ place: target.value })}
      />
      <div>
        <Button size="sm" reason={reason} onClick={onBrowse}>
          {t('Browse {app}', { app: SERVICES[kind] })}
        </Button>
      </div>
    </div>
  )
}

function Limits({ form }: { form: SourceForm }) {
  const { every, setEvery, documents, setDocuments, megabytes, setMegabytes, problemOf } = form
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <HowOften label={t('Sync')} choices={SYNC_EVERY} value={every} onChange={setEvery} />
      <TextField
        label={t('Document limit')}
        help={t('Up to {count}', { count: formatNumber(SOURCE.documents) })}
        type="number"
        inputMode="numeric"
        min={1}
        max={SOURCE.documents}
        value={documents}
        error={problemOf('max_documents')}
        onChange={({ target }) => setDocuments(target.value)}
      />
      <TextField
        label={t('Limit in MB')}
        help={t('Up to {count}', { count: formatNumber(SOURCE.megabytes) })}
        type="number"
        inputMode="numeric"
        min={1}
        max={SOURCE.megabytes}
        value={megabytes}
        error={problemOf('max_megabytes')}
        onChange={({ target }) => setMegabytes(target.value)}
      />
    </div>
  )
}
