import { GitCommitHorizontal, Rocket } from 'lucide-react'
import { countedChanges } from '#web/canvas/model/graph/counts.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useDraftDifference, useVersions } from '#web/canvas/services/queries/use-versions.ts'
import { changesIn } from '#web/canvas/view/comparison/difference-words.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'

/** In the bar: what is published, how far the draft is from it, and the way to both. */
export function PublishState() {
  const view = useView()
  const panel = useStore(view.panel)
  const { data } = useVersions()
  const publication = data?.publication
  const live = publication?.state === 'live' ? publication.runs : null
  const difference = useDraftDifference(live)
  if (!publication) return null
  const changes = difference ? changesIn(difference.counts) : 0
  const short =
    live === null
      ? t('Draft')
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
        title={said}
        onClick={() => view.panel.set(panel === 'history' ? null : 'history')}
      >
        <span className="sr-only">{t('Versions:')} </span>
        <span className="max-2xl:sr-only">{said}</span>
        <span aria-hidden="true" className={`2xl:hidden ${live === null ? 'max-md:hidden' : ''}`}>
          {short}
        </span>
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
