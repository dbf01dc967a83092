import { useState } from 'react'
import { SNIPPET_LIMITS } from '#contract/workflows/snippet-limits.ts'
import type { Snippet } from '#contract/workflows/snippets.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { ANYWHERE } from '#web/canvas/model/draft/view.ts'
import { countedNodes } from '#web/canvas/model/graph/counts.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useSnippets } from '#web/canvas/services/queries/use-snippets.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** One’s own snippets: to insert, rename and delete. */
export function LibraryDialog() {
  const store = useView().windows.snippets.library
  return useStore(store) ? <Library onClose={() => store.set(false)} /> : null
}

function Library({ onClose }: { onClose: () => void }) {
  const snippets = useSnippets()
  return (
    <Dialog open size="lg" onClose={onClose} title={t('Snippets')}>
      {snippets === null ? (
        <Skeleton className="h-24" />
      ) : snippets.length === 0 ? (
        <p className="text-muted">
          {t(
            'No snippets yet. Select nodes and choose “Save as snippet” from their menu to insert them again from here or from the node list.',
          )}
        </p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {snippets.map((snippet) => (
            <Item key={snippet.id} snippet={snippet} onClose={onClose} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Item({ snippet, onClose }: { snippet: Snippet; onClose: () => void }) {
  const view = useView()
  const save = useStore(useDraft().save)
  const { id, name, version, nodes, inputs, updated_at } = snippet
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null)
  const close = () => setAsking(null)
  const insert = () => {
    onClose()
    view.windows.snippets.inserting.set({ id, place: ANYWHERE })
  }
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded border border-line px-3 py-2.5">
      <h3 className="wrap-anywhere font-medium">
        <bdi>{name}</bdi>
      </h3>
      <p className="text-muted text-base">
        {`${t('Version {number}', { number: version })} · ${countedNodes(nodes)} · `}
        {inputs > 0 && `${inputs === 1 ? t('asks 1 value') : t('asks {count} values', { count: inputs })} · `}
        <RelativeTime time={updated_at} />
      </p>
      {asking === 'rename' ? (
        <Rename snippet={snippet} onClose={close} />
      ) : asking === 'delete' ? (
        <Delete snippet={snippet} onClose={close} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="primary"
            aria-label={t('Insert {name}', { name })}
            reason={save.state === 'read_only' ? save.reason : undefined}
            onClick={insert}
          >
            {t('Insert')}
          </Button>
          <Button size="sm" aria-label={t('Rename {name}', { name })} onClick={() => setAsking('rename')}>
            {t('Rename')}
          </Button>
          <Button size="sm" aria-label={t('Delete {name}', { name })} onClick={() => setAsking('delete')}>
            {t('Delete...')}
          </Button>
        </div>
      )}
    </li>
  )
}

function Rename({ snippet: { id, name }, onClose }: { snippet: Snippet; onClose: () => void }) {
  const [text, setText] = useState(name)
  const rename = useAction(async () => {
    await call('renameSnippet', { params: { id }, body: { name: text } })
    await refresh('listSnippets')
    onClose()
  })
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void rename.run()
      }}
    >
      <TextField
        label={t('Name')}
        autoComplete="off"
        maxLength={SNIPPET_LIMITS.name}
        value={text}
        error={text.trim() === '' ? t('Name is required') : undefined}
        ref={(field) => field?.focus()}
        onChange={({ target }) => setText(target.value)}
      />
      {rename.error !== null && <Callout tone="bad">{friendly(rename.error)}</Callout>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" type="submit" variant="primary" busy={rename.busy && t('Saving...')}>
          {t('Rename')}
        </Button>
        <Button size="sm" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}

function Delete({ snippet: { id, version }, onClose }: { snippet: Snippet; onClose: () => void }) {
  const remove = useAction(async () => {
    await call('deleteSnippet', { params: { id } })
    await refresh('listSnippets')
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p>
        {version === 1
          ? t('It will be permanently deleted. Inserted copies stay in their workflows.')
          : t('It and its {count} versions will be permanently deleted. Inserted copies stay in their workflows.', {
              count: version,
            })}
      </p>
      {remove.error !== null && <Callout tone="bad">{friendly(remove.error)}</Callout>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="danger" busy={remove.busy && t('Deleting...')} onClick={() => void remove.run()}>
          {t('Delete')}
        </Button>
        <Button size="sm" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}
