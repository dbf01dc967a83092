import { type FormEvent, useEffect, useId, useMemo, useState } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import { SNIPPET_LIMITS } from '#contract/workflows/snippet-limits.ts'
import type { Snippet, SnippetContent, SnippetId, SnippetVersion } from '#contract/workflows/snippets.ts'
import type { Group, SnippetOrigin, WorkflowDocument } from '#graph/document.ts'
import type { SnippetParts } from '#graph/snippet.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { type Asking, askingOf, inputsOf } from '#web/canvas/model/edits/snippet-inputs.ts'
import { partsOf, valuesBefore } from '#web/canvas/model/edits/snippet-parts.ts'
import { useAnalysis, useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { refusalOf } from '#web/canvas/services/queries/refusal.ts'
import { fetchVersion, useSnippets } from '#web/canvas/services/queries/use-snippets.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { AskedFields } from './asked-fields.tsx'

/** Keeps the selection as a snippet: a new one, or a new version of one that is there. */
export function KeepDialog() {
  const store = useView().windows.snippets.keeping
  return useStore(store) ? <Keeping onClose={() => store.set(false)} /> : null
}

type Linked = Group & { snippet: SnippetOrigin }

/**
 * Returns the selection when the dialog opened, without the trigger, and the inserted group it is part of. Which node is the
 * trigger comes from a worker that may answer later.
 */
function useSelected() {
  const draft = useDraft()
  const { presentations } = useAnalysis()
  const [{ document, chosen }] = useState(() => ({
    document: draft.document.get(),
    chosen: draft.selection.get().nodes,
  }))
  return useMemo(() => {
    const ids = new Set([...chosen].filter((id) => !presentations[id]?.trigger))
    const linked = document.groups.find(({ snippet, nodes }) => snippet && nodes.some((id) => ids.has(id)))
    return {
      document,
      ids,
      triggers: chosen.size - ids.size,
      linked: linked?.snippet ? (linked as Linked) : null,
      nodes: document.nodes.filter(({ id }) => ids.has(id)),
    }
  }, [document, chosen, presentations])
}

function contentOf(
  document: WorkflowDocument,
  ids: ReadonlySet<string>,
  asking: Asking,
  origin: SnippetOrigin | null,
): { content: SnippetContent; ids: ReadonlyMap<string, string> } {
  const parts = partsOf(document, ids, origin)
  const nodes = parts.nodes as unknown as JsonObject[]
  return {
    content: { nodes, edges: parts.edges as unknown as JsonObject[], inputs: inputsOf(asking, parts.ids) },
    ids: parts.ids,
  }
}

const NEW = ''

type Selected = ReturnType<typeof useSelected>

/** What it becomes, a new snippet or the next version of one, and what that one asks. */
function useTarget({ linked, ids }: Selected, snippets: readonly Snippet[] | null) {
  const [target, setTarget] = useState<string>(NEW)
  const [asking, setAsking] = useState<Asking>(new Map())
  const take = async (id: string) => {
    setTarget(id)
    const newest = snippets?.find((one) => one.id === id)?.version
    if (newest === undefined) return setAsking(new Map())
    const { content } = await fetchVersion(id, newest)
    const origin = linked?.snippet.id === id ? linked.snippet : null
    const here = new Map(Object.entries(origin?.nodes ?? {}).map(([one, source]) => [source, one]))
    setAsking(askingOf(content, (source) => here.get(source) ?? (ids.has(source) ? source : undefined), origin?.inputs))
  }
  // One that is gone since the list was loaded leaves a new one.
  const choose = (id: string) => void take(id).catch(() => setTarget(NEW))
  const isThere = snippets !== null
  // What was inserted from the library becomes a new version of it, unless one says otherwise.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the library is there
  useEffect(() => {
    const id = linked?.snippet.id
    if (id !== undefined && snippets?.some((one) => one.id === id)) choose(id)
  }, [isThere])
  return { target, choose, asking, setAsking }
}

function useSave(selected: Selected, onDone: () => void) {
  const [draft, view] = [useDraft(), useView()]
  /** The group it was made of is of this version now. */
  const follow = ({ id: group_id, snippet }: Linked, kept: SnippetVersion, ids: ReadonlyMap<string, string>) => {
    const inputs = valuesBefore(kept.content as unknown as SnippetParts, snippet.inputs)
    const origin = { id: kept.id, version: kept.number, inputs, nodes: Object.fromEntries(ids) }
    draft.perform(
      { type: 'update_group', group_id, snippet: origin },
      { label: t('Linked to version {number}', { number: kept.number }) },
    )
  }
  return useAction(async (target: string, name: string, asking: Asking) => {
    const linked = selected.linked?.snippet.id === target ? selected.linked : null
    const { content, ids } = contentOf(selected.document, selected.ids, asking, linked?.snippet ?? null)
    const kept =
      target === NEW
        ? await call('createSnippet', { body: { name, content } })
        : await call('saveSnippetVersion', { params: { id: target as SnippetId }, body: { content } })
    await refresh('listSnippets')
    if (linked) follow(linked, kept, ids)
    view.message.set({
      text: t('Kept “{name}”, version {number}. Ids and secrets are not kept.', {
        name: kept.name,
        number: kept.number,
      }),
      tone: 'info',
    })
    onDone()
  })
}

function Keeping({ onClose }: { onClose: () => void }) {
  const selected = useSelected()
  const snippets = useSnippets()
  const { target, choose, asking, setAsking } = useTarget(selected, snippets)
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const form = useId()
  const save = useSave(selected, onClose)
  const unfit = [...asking.values()].some(({ label }) => label.trim() === '')
  const missing = target === NEW && name.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!missing && !unfit) void save.run(target, name, asking)
  }
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('Save as snippet')}
      description={t(
        'Saved to your library for use in any of your workflows. Credentials, IDs, secrets and notes aren’t included.',
      )}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={save.busy && t('Saving...')}
            reason={selected.ids.size === 0 ? t('A snippet can’t include a trigger') : undefined}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Target snippets={snippets ?? []} target={target} onChoose={choose} />
        {target === NEW && (
          <TextField
            label={t('Name')}
            autoComplete="off"
            maxLength={SNIPPET_LIMITS.name}
            value={name}
            error={tried && missing ? t('Name is required') : undefined}
            onChange={({ target: { value } }) => setName(value)}
          />
        )}
        {selected.triggers > 0 && <p className="text-muted text-base">{t('The trigger isn’t included.')}</p>}
        <AskedFields nodes={selected.nodes} asking={asking} tried={tried} onChange={setAsking} />
        {save.error !== null && <Callout tone="bad">{refusalOf(save.error)}</Callout>}
      </form>
    </Dialog>
  )
}

function Target({
  snippets,
  target,
  onChoose,
}: {
  snippets: readonly Snippet[]
  target: string
  onChoose: (id: string) => void
}) {
  if (snippets.length === 0) return null
  const options = [
    { value: NEW, label: t('New snippet') },
    ...snippets.map(({ id, name, version }) => ({
      value: id as string,
      label: t('Version {version} of “{name}”', { version: version + 1, name }),
    })),
  ]
  return (
    <Select label={t('Save as')} value={target} options={options} onChange={(event) => onChoose(event.target.value)} />
  )
}
