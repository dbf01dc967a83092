import { Ellipsis, GitCompareArrows, Rocket, RotateCcw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { Publication, WorkflowVersion } from '#contract/workflows/versions.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { replaceOperations } from '#graph/replacing.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { countedSteps } from '#web/canvas/model/graph/counts.ts'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { refusalOf } from '#web/canvas/services/queries/refusal.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { PlainText } from '#web/ui/plain-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { UsedBy } from './used-by.tsx'
import { useWorse, WorseScore } from './worse-score.tsx'

interface Props {
  version: WorkflowVersion
  publication: Publication
  /** Number of the one before it. */
  earlier: number | null
}

/** One version: what it is called, who made it and when, and what can be done with it. */
export function VersionItem({ version, publication, earlier }: Props) {
  const view = useView()
  const { number, name, notes, nodes, is_live, published_at, has_run, checkpoint } = version
  const [asking, setAsking] = useState<'publish' | 'unpublish' | null>(null)
  const compare = (before: number, after: number | 'draft') => view.windows.versions.compare.set({ before, after })
  const restore = useRestore(version)
  const { verb, at, who } = lastOf(version)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 rounded border border-line px-3 py-2.5">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 grow break-words font-medium">
          {t('Version {number}', { number })}
          {(name || checkpoint) && (
            <>
              {' · '}
              <bdi>{name || checkpoint?.name}</bdi>
            </>
          )}
        </h3>
        {is_live && <Badge tone="live">{t('Live')}</Badge>}
        {checkpoint && <Badge tone="neutral">{t('Checkpoint')}</Badge>}
        {!is_live && has_run && (
          <Badge tone="outline">{published_at === null ? t('Run only') : t('Published before')}</Badge>
        )}
        <Menu
          trigger={
            <IconButton label={t('More for version {number}', { number })} size="sm">
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
        >
          <MenuItem
            icon={<Undo2 aria-hidden="true" />}
            onSelect={() => void restore.action.run()}
            {...(restore.reason && { reason: restore.reason })}
          >
            {t('Restore to draft')}
          </MenuItem>
          {!is_live && (
            <MenuItem
              icon={<Rocket aria-hidden="true" />}
              onSelect={() => setAsking('publish')}
              reason={publication.abilities.publish.reason ?? undefined}
            >
              {t('Publish this version')}
            </MenuItem>
          )}
          {is_live && (
            <MenuItem
              icon={<RotateCcw aria-hidden="true" />}
              onSelect={() => setAsking('unpublish')}
              reason={publication.abilities.unpublish.reason ?? undefined}
            >
              {t('Unpublish')}
            </MenuItem>
          )}
          {earlier !== null && (
            <MenuItem icon={<GitCompareArrows aria-hidden="true" />} onSelect={() => compare(earlier, number)}>
              {t('Compare with version {earlier}', { earlier })}
            </MenuItem>
          )}
        </Menu>
      </div>
      <p className="text-muted text-base">
        {`${verb} `}
        <RelativeTime time={at} />
        {who && <> {fill(t('by {name}', { name: '{name}' }), { name: <bdi>{who}</bdi> })}</>}
        {` · ${countedSteps(nodes)}`}
      </p>
      {notes && <PlainText text={notes} className="text-base" />}
      {restore.action.error !== null && <Callout tone="bad">{refusalOf(restore.action.error)}</Callout>}
      <Button size="sm" className="w-fit" onClick={() => compare(number, 'draft')}>
        {t('Compare with draft')}
      </Button>
      {asking !== null && <Asking version={version} what={asking} onClose={() => setAsking(null)} />}
    </li>
  )
}

/** What was done with it last that has a name: published, kept or run. */
function lastOf(version: WorkflowVersion): { verb: string; at: string; who: string | undefined } {
  const { published_at, published_by, checkpoint, created_at, created_by } = version
  if (published_at !== null) return { verb: t('Published'), at: published_at, who: published_by?.name }
  if (checkpoint) return { verb: ownWord('Kept'), at: checkpoint.at, who: checkpoint.by?.name }
  return { verb: ownWord('Run'), at: created_at, who: created_by?.name }
}

/** The draft becomes what the version was, as one step that can be undone. */
function useRestore({ number }: WorkflowVersion) {
  const [draft, view] = [useDraft(), useView()]
  const save = useStore(draft.save)
  const action = useAction(async () => {
    const version = await call('getVersion', { params: { id: draft.id as WorkflowId, number } })
    const operation = replaceOperations(draft.document.get(), version.document as unknown as WorkflowDocument)
    if (!draft.perform(operation, { label: t('Restored version {number}', { number }) }))
      throw new Error(draft.refusal.get() ?? t('It couldn’t be restored.'))
    view.message.set({ text: t('The draft is version {number} again. Use undo to go back.', { number }), tone: 'info' })
  })
  return { action, reason: save.state === 'read_only' ? save.reason : undefined }
}

function Asking({
  version,
  what,
  onClose,
}: {
  version: WorkflowVersion
  what: 'publish' | 'unpublish'
  onClose: () => void
}) {
  const { id } = useDraft()
  const view = useView()
  const params = { id: id as WorkflowId }
  const isBack = what === 'unpublish'
  const worse = useWorse()
  const act = useAction(async () => {
    const { number, name, notes } = version
    if (isBack) await call('unpublishWorkflow', { params })
    else
      await call('publishWorkflow', { params, body: { version: number, name, notes, acknowledge_score: worse.agreed } })
    await refresh('listVersions', 'getWorkflowUses', 'listTriggers', 'listHub', 'listWorkflows')
    view.message.set({
      text: isBack ? t('Nothing is published now') : t('Version {number} is published', { number }),
      tone: 'info',
    })
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={isBack ? t('Unpublish?') : t('Publish version {number}?', { number: version.number })}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant={isBack ? 'danger' : 'primary'}
            busy={act.busy && t('One moment...')}
            onClick={() => void act.run()}
          >
            {isBack ? t('Unpublish') : t('Publish')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p>
          {isBack
            ? t('Triggers and workflows that call it won’t run until you publish again. Agents keep their version.')
            : t('Triggers and workflows that call it will run this version. The draft doesn’t change.')}
        </p>
        {act.error !== null && <Callout tone="bad">{refusalOf(act.error)}</Callout>}
        <WorseScore error={act.error} worse={worse} />
        <UsedBy ends={isBack} />
      </div>
    </Dialog>
  )
}
