import { GitCommitHorizontal, Rocket } from 'lucide-react'

import { useView } from '#web/canvas/services/context/use-view.ts'
import { useDraftDifference, useVersions } from '#web/canvas/services/queries/use-versions.ts'
import { changesIn } from '#web/canvas/view/comparison/difference-words.ts'
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
  const changed = `${changes} ${changes === 1 ? 'change' : 'changes'}`
  const short = live === null ? 'Draft' : `Version ${live}${changes === 0 ? '' : ` · ${changed}`}`
  const said =
    live === null
      ? publication.state === 'ended'
        ? 'Not published'
        : 'Never published'
      : changes === 0
        ? `Version ${live} is live`
        : `Version ${live} is live · ${changes} unpublished ${changes === 1 ? 'change' : 'changes'}`
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
        <span className="sr-only">Versions: </span>
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
        Publish
      </Button>
    </>
  )
}
