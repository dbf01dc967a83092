import { useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { fieldName } from '#web/canvas/model/rebase/conflict-words.ts'
import { type Conflict, currentRemoteValue } from '#web/canvas/model/rebase/conflicts.ts'
import { useFieldTitle } from '#web/canvas/services/analysis/use-field-title.ts'
import { useDocument, useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const shown = (value: Json | undefined): string =>
  value === undefined
    ? '(gone)'
    : value === null || value === ''
      ? '(empty)'
      : typeof value === 'string'
        ? value
        : JSON.stringify(value, null, 2)

interface Said {
  text: string
  mine: string
  theirs: string
}

/** What happened, and what the two ways out are called. */
function said(conflict: Conflict, field: string | null): Said {
  const title = conflict.title === '' ? t('This') : `“${conflict.title}”`
  switch (conflict.type) {
    case 'field':
      return {
        text: t('You both changed {field} of {title}.', { field: fieldName(conflict, field), title }),
        mine: t('Use mine'),
        theirs: t('Keep theirs'),
      }
    case 'lost':
      return {
        text: t('{title} was deleted while you were editing it.', { title }),
        mine: t('Restore with my change'),
        theirs: t('Keep it deleted'),
      }
    case 'kept':
      return {
        text: t('You deleted {title} while someone else was editing it. It’s still there.', { title }),
        mine: ownWord('Delete', 'command'),
        theirs: t('Cancel'),
      }
    case 'refused':
      return {
        text: t('{title} couldn’t be saved: {reason}', { title, reason: conflict.reason }),
        mine: t('Try again'),
        theirs: t('Discard'),
      }
  }
}

const content = (conflict: Conflict): Json | undefined => {
  if (conflict.type === 'refused') return conflict.operation as unknown as Json
  if (conflict.type === 'lost')
    return (conflict.note?.text ?? conflict.group?.title ?? conflict.node?.config) as Json | undefined
  return undefined
}

/** Changes of two people that do not go together, each with both sides. Nothing is lost until one is chosen. */
export function ConflictsDialog() {
  const view = useView()
  const draft = useDraft()
  const open = useStore(view.windows.presence.conflicts)
  const conflicts = useStore(draft.sync.conflicts)
  return (
    <Dialog
      open={open}
      onClose={() => view.windows.presence.conflicts.set(false)}
      title={t('Conflicting changes')}
      description={t('The workflow has their changes for now. Yours are kept here until you choose.')}
    >
      {conflicts.length === 0 ? (
        <p className="text-muted">{t('All resolved.')}</p>
      ) : (
        <ul className="grid gap-5">
          {conflicts.map((conflict) => (
            <Item key={conflict.key} conflict={conflict} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** What the form calls the setting both changed; null for anything else, and until the form is known. */
function useSettingTitle(conflict: Conflict): string | null {
  const { nodes } = useDocument()
  const inNode = conflict.type === 'field' && conflict.place.type === 'node' ? conflict : null
  const node = nodes.find(({ id }) => id === inNode?.place.id)
  const title = useFieldTitle(node?.type ?? null)
  return inNode === null || inNode.path.length === 0 ? null : title(inNode.path, node?.config)
}

function Item({ conflict }: { conflict: Conflict }) {
  const draft = useDraft()
  const document = useDocument()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { text, mine, theirs } = said(conflict, useSettingTitle(conflict))
  const own = content(conflict)
  const settle = (side: 'mine' | 'theirs') => {
    draft.settle(conflict, side)
    setRefusal(draft.sync.conflicts.get().includes(conflict) ? draft.refusal.get() : null)
  }
  return (
    <li className="grid gap-2.5">
      <p className="font-medium">
        <bdi>{text}</bdi>
      </p>
      {conflict.type === 'field' && (
        <div className="grid gap-2.5 sm:grid-cols-2">
          <Value name={t('Yours')} value={conflict.mine} />
          <Value name={t('Theirs')} value={currentRemoteValue(document, conflict)} />
        </div>
      )}
      {own !== undefined && <Value name={t('Yours')} value={own} />}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => settle('mine')}>
          {mine}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => settle('theirs')}>
          {theirs}
        </Button>
      </div>
      {refusal !== null && (
        <p role="alert" className="text-bad text-base">
          {refusal}
        </p>
      )}
    </li>
  )
}

function Value({ name, value }: { name: string; value: Json | undefined }) {
  return (
    <div className="min-w-0">
      <p className="mb-1 text-muted text-base">{name}</p>
      <pre className="max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-sm border border-line bg-sunken p-2.5 text-base">
        <bdi>{shown(value)}</bdi>
      </pre>
    </div>
  )
}
