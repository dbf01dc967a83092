import { FlaskConical, Redo2, Undo2, Workflow } from 'lucide-react'
import { useEffect } from 'react'
import { DesignerBar } from '#web/canvas/panels/bar/designer-bar.tsx'
import { PresenceBar } from '#web/canvas/panels/presence/presence-bar.tsx'
import { PublishState } from '#web/canvas/panels/versions/publish-state.tsx'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { takesText } from '#web/canvas/view/frame/late-focus.ts'
import { CanvasMessage } from '#web/canvas/view/frame/message.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { paths } from '#web/paths.ts'
import { IconButton, LinkButton } from '#web/ui/button.tsx'
import { Breadcrumbs } from '#web/ui/page-header.tsx'
import { ChannelsButton } from './channels-button.tsx'

/** What is open, how far it is saved, undo, who else is here, versions, and the way to the designer. */
export function BuilderBar({ id }: { id: string }) {
  return (
    <>
      <div className="px-4 pt-2">
        <Breadcrumbs crumbs={[{ label: t('Custom agents'), href: paths.customAgents() }]} />
      </div>
      <DesignerBar
        aside={
          <>
            <UndoButtons />
            <PresenceBar />
            <LinkButton size="sm" href={paths.agentTests(id)} icon={<FlaskConical aria-hidden="true" />}>
              <span className="max-sm:sr-only">{t('Test cases')}</span>
            </LinkButton>
            <LinkButton size="sm" href={paths.designer(id)} icon={<Workflow aria-hidden="true" />}>
              <span className="max-sm:sr-only">{t('Open as workflow')}</span>
            </LinkButton>
            <ChannelsButton id={id} />
            <PublishState />
          </>
        }
      />
      <CanvasMessage />
    </>
  )
}

function UndoButtons() {
  const draft = useDraft()
  const { undo, redo } = useStore(draft.history)
  const isFixed = useStore(draft.save).state === 'read_only'
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'z'
      if (!isUndo || (event.target instanceof Element && takesText(event.target))) return
      event.preventDefault()
      if (event.shiftKey) draft.redo()
      else draft.undo()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [draft])
  return (
    <>
      <IconButton label={t('Undo')} size="sm" disabled={isFixed || undo.length === 0} onClick={() => draft.undo()}>
        <Undo2 aria-hidden="true" />
      </IconButton>
      <IconButton label={t('Redo')} size="sm" disabled={isFixed || redo.length === 0} onClick={() => draft.redo()}>
        <Redo2 aria-hidden="true" />
      </IconButton>
    </>
  )
}
