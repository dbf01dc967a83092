import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { friendly } from '#web/api/friendly.ts'
import { type Draft, NOTHING } from '#web/canvas/model/draft/draft.ts'
import type { PickerPlace, View } from '#web/canvas/model/draft/view.ts'
import { nodeOf } from '#web/canvas/model/edits/edits.ts'
import { cornerAround, sizeRefusal } from '#web/canvas/model/edits/pasting.ts'
import { behind } from '#web/canvas/model/edits/placing.ts'
import { inserting, type KeptVersion, proposedValues, type Values } from '#web/canvas/model/edits/snippet-parts.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useSnippets, useSnippetVersion } from '#web/canvas/services/queries/use-snippets.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { InputFields, type Typed, valuesOf } from './input-fields.tsx'

/** Asks for the values of a snippet and inserts it; one that asks nothing is inserted at once. */
export function InsertDialog() {
  const store = useView().windows.snippets.inserting
  const wanted = useStore(store)
  return wanted ? <Wanted key={wanted.id} {...wanted} onClose={() => store.set(null)} /> : null
}

function Wanted({ id, place, onClose }: { id: string; place: PickerPlace; onClose: () => void }) {
  const found = useSnippets()?.find((one) => one.id === id)
  const { version, error } = useSnippetVersion(found ? { id, number: found.version } : null)
  const name = found?.name ?? 'snippet'
  if (version) return <Asked version={version} place={place} onClose={onClose} />
  return (
    <Dialog open size="sm" onClose={onClose} title={t('Insert “{name}”', { name })}>
      {error ? <Callout tone="bad">{friendly(error)}</Callout> : <Skeleton className="h-24" />}
    </Dialog>
  )
}

/** @returns why it was not, in words; null when it is there */
async function insert(
  { draft, view }: { draft: Draft; view: View },
  version: KeptVersion,
  values: Values,
  place: PickerPlace,
): Promise<string | null> {
  const { nodes, edges } = version.content
  const { presentations } = await ask('analyse', { schema_version: 1, nodes, edges, notes: [], groups: [] })
  // What was asked took a moment: the workflow as it is now counts.
  const document = draft.document.get()
  const fragment = { nodes, edges, notes: [], groups: [] }
  const much = sizeRefusal(document, fragment)
  if (much !== null) return much
  const source = document.edges.find((edge) => edge.id === place.into)?.from.node ?? place.from?.node
  const last = source === undefined ? null : nodeOf(document, source)
  const at = place.at ?? (last ? behind(last) : cornerAround(fragment, view.camera.get()?.center() ?? { x: 0, y: 0 }))
  const portOf = (one: string) => presentations[one]?.ports[0]?.name ?? null
  const made = inserting(document, version, values, { ...place, at, portOf })
  if (!draft.perform(made.operation, { label: t('Inserted “{name}”', { name: version.name }) }))
    return draft.refusal.get() ?? t('It couldn’t be inserted.')
  draft.selection.set({ ...NOTHING, nodes: new Set(made.nodes) })
  const [first] = made.nodes
  if (first !== undefined) view.camera.get()?.show({ node: first })
  view.message.set({
    text: t('Inserted “{name}”, version {number}', { name: version.name, number: version.number }),
    tone: 'info',
  })
  return null
}

function Asked({ version, place, onClose }: { version: KeptVersion; place: PickerPlace; onClose: () => void }) {
  const [draft, view] = [useDraft(), useView()]
  const form = useId()
  const [typed, setTyped] = useState<Typed>({})
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const begun = useRef(false)
  const { content, name } = version
  const put = async (values: Values) => {
    if (begun.current) return
    begun.current = true
    const reason = await insert({ draft, view }, version, values, place)
    begun.current = false
    if (reason === null) onClose()
    else setRefused(reason)
  }
  const asksNothing = content.inputs.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is there
  useEffect(() => {
    if (asksNothing) void put(proposedValues(content))
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const values = valuesOf(content, typed)
    if (values) void put(values)
  }
  if (asksNothing && refused === null) return null
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Insert “{name}”', { name })}
      description={asksNothing ? undefined : t('Your answers go into its nodes’ settings.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          {!asksNothing && (
            <Button type="submit" form={form} variant="primary">
              {t('Insert')}
            </Button>
          )}
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <InputFields content={content} typed={typed} tried={tried} onType={setTyped} />
        {refused !== null && <Callout tone="bad">{refused}</Callout>}
      </form>
    </Dialog>
  )
}
