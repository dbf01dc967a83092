import { GitCommitHorizontal, Rocket } from 'lucide-react'
import { countedChanges } from '#web/canvas/model/graph/counts.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useDraftDifference, useVersions } from '#web/canvas/services/queries/use-versions.ts'
import { changesIn } from '#web/canvas/view/comparison/difference-words.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { StageBadge, stageWords } from '#web/parts/workflows/stage.tsx'
import { Button } from '#web/ui/button.tsx'

/** In the bar: what is published, how far the draft is from it, and the way to both. */
export function PublishState() {
  const view = useView()
  const panel = useStore(view.panel)
  const { data } = useVersions()
  const publication = data?.publication
  const live = publication?.state === 'live' ? publication.runs : null
  const ran = useDraftDifference(publication?.runs ?? null)
  const difference = live === null ? null : ran
  if (!publication) return null
  const changes = difference ? changesIn(difference.counts) : 0
  // What is drawn is ahead of what the server was asked about.
  const { stage: stored, live_trigger } = publication
  const isRunning = stored === 'live' || stored === 'changed'
  const stage = isRunning && ran ? (changesIn(ran.counts) === 0 ? 'live' : 'changed') : stored
  const words = stageWords({ stage, version: publication.runs, trigger: live_trigger?.type ?? null })
  const short =
    live === null
      ? null
      : `${t('Version {number}', { number: live })}${changes === 0 ? '' : ` · ${countedChanges(changes)}`}`
  const said =
    live === null
      ? publication.state === 'ended'
        ? t('Not published')
        : t('Never published')
      : changes === 0
        ? t('Version {live} is live', { live })
        : changes === 1
          ? t('Version {live} is live · 1 unpublished change', { live })
          : t('Version {live} is live · {count} unpublished changes', { live, count: changes })
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<GitCommitHorizontal aria-hidden="true" />}
        aria-expanded={panel === 'history'}
        title={words}
        onClick={() => view.panel.set(panel === 'history' ? null : 'history')}
      >
        <span className="sr-only">{t('Versions:')} </span>
        <StageBadge stage={stage} />
        <span className="max-2xl:sr-only">{said}</span>
        <span className="sr-only">. {words}</span>
        {short && (
          <span aria-hidden="true" className="2xl:hidden">
            {short}
          </span>
        )}
      </Button>
      <Button
        size="sm"
        icon={<Rocket aria-hidden="true" />}
        reason={publication.abilities.publish.reason ?? undefined}
        onClick={() => view.windows.versions.publish.set(true)}
      >
        {t('Publish')}
      </Button>
    </>
  )
}
