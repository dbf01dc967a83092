import { useDeferredValue, useMemo, useState } from 'react'
import { applyOperation } from '#graph/apply.ts'
import type { Group, SnippetOrigin, WorkflowDocument } from '#graph/document.ts'
import { friendly } from '#web/api/friendly.ts'
import { differenceOf } from '#web/canvas/model/diff/diff.ts'
import { type KeptVersion, updating, valuesBefore } from '#web/canvas/model/edits/snippet-parts.ts'
import { useDocument, useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useSnippets, useSnippetVersion } from '#web/canvas/services/queries/use-snippets.ts'
import { DifferenceList } from '#web/canvas/view/comparison/difference-list.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { InputFields, type Typed, typedOf, valuesOf } from './input-fields.tsx'

type Linked = Group & { snippet: SnippetOrigin }

/** Which snippet a group is from, and what a newer version of it would change. */
export function OriginDialog() {
  const store = useView().windows.snippets.origin
  const wanted = useStore(store)
  const group = useDocument().groups.find(({ id }) => id === wanted)
  if (!group?.snippet) return null
  return <Origin group={group as Linked} onClose={() => store.set(null)} />
}

function Origin({ group, onClose }: { group: Linked; onClose: () => void }) {
  const draft = useDraft()
  const readOnly = useStore(draft.save).state === 'read_only'
  const { id, version } = group.snippet
  const snippets = useSnippets(!readOnly)
  const known = snippets?.find((one) => one.id === id)
  const newer = known && known.version > version && !readOnly ? known.version : null
  const found = useSnippetVersion(newer === null ? null : { id, number: newer })
  const detach = () => {
    draft.perform({ type: 'update_group', group_id: group.id, snippet: null }, { label: t('Detached from snippet') })
    onClose()
  }
  if (found.version) return <Update group={group} version={found.version} onDetach={detach} onClose={onClose} />
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={known ? t('From “{name}”', { name: known.name }) : t('From a snippet')}
      footer={
        <>
          {!readOnly && <Button onClick={detach}>{t('Detach')}</Button>}
          <Button variant="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      {(snippets === null && !readOnly) || (newer !== null && !found.error) ? (
        <Skeleton className="h-12" />
      ) : found.error ? (
        <Callout tone="bad">{friendly(found.error)}</Callout>
      ) : (
        <p>
          {readOnly
            ? t('It was inserted as version {version}.', { version })
            : known
              ? `${t('It was inserted as version {version}.', { version })} ${known.version > version ? t('Version {number} is there.', { number: known.version }) : t('This is the latest version.')}`
              : t(
                  'It was inserted as version {version} of a snippet that isn’t in your library: it was deleted or belongs to someone else.',
                  { version },
                )}
        </p>
      )}
    </Dialog>
  )
}

interface UpdateProps {
  group: Linked
  version: KeptVersion
  onDetach: () => void
  onClose: () => void
}

/** What the newer version changes here, with the values that are asked. */
function useUpdate(document: WorkflowDocument, group: Linked, version: KeptVersion, typed: Typed) {
  return useMemo(() => {
    const values = valuesOf(version.content, typed)
    if (!values) return null
    const operation = updating(document, group, version, values)
    return { operation, difference: differenceOf(document, applyOperation(document, operation).document, 'by_id') }
  }, [document, group, version, typed])
}

function Update({ group, version, onDetach, onClose }: UpdateProps) {
  const [draft, view] = [useDraft(), useView()]
  const document = useDocument()
  const [typed, setTyped] = useState(() => typedOf(valuesBefore(version.content, group.snippet.inputs)))
  const made = useUpdate(document, group, version, useDeferredValue(typed))
  const titles = useMemo(
    () => new Map([...version.content.nodes, ...document.nodes].map(({ id, title }) => [id, title])),
    [document, version],
  )
  const update = () => {
    const values = valuesOf(version.content, typed)
    if (!values) return
    const operation = updating(draft.document.get(), group, version, values)
    if (
      !draft.perform(operation, {
        label: t('Updated “{name}” to version {number}', { name: version.name, number: version.number }),
      })
    )
      return
    view.message.set({
      text: t('“{name}” is version {number} now', { name: version.name, number: version.number }),
      tone: 'info',
    })
    onClose()
  }
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('Update “{name}” to version {number}?', { name: version.name, number: version.number })}
      description={t(
        'It was inserted as version {version}. Later changes inside it will be replaced. Titles, positions and added nodes are kept. You can undo this.',
        { version: group.snippet.version },
      )}
      footer={
        <>
          <Button onClick={onDetach}>{t('Detach')}</Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" reason={made ? undefined : t('Enter a number')} onClick={update}>
            {t('Update')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {version.content.inputs.length > 0 && (
          <section aria-label={t('Values')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <InputFields content={version.content} typed={typed} tried onType={setTyped} />
          </section>
        )}
        <section aria-label={t('What changes')}>
          <h3 className="mb-2 font-medium">{t('What changes')}</h3>
          {made && <DifferenceList difference={made.difference} titles={titles} />}
        </section>
      </div>
    </Dialog>
  )
}
