import { TriangleAlert, UserRoundPlus } from 'lucide-react'
import type { Person } from '#contract/workflows/workflow-edits.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useOthers } from '#web/canvas/services/presence/use-presence.ts'
import { personColor } from '#web/canvas/view/presence/person-colors.ts'
import { initials } from '#web/lib/initials.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'

const SHOWN = 5

/** In the bar: who else is here, the way to share, and changes that do not go together. */
export function PresenceBar() {
  const draft = useDraft()
  const view = useView()
  const others = useOthers()
  const conflicts = useStore(draft.sync.conflicts)
  // One person may have several pages open.
  const people = [...new Map(others.map((person) => [person.user_id, person])).values()]
  return (
    <>
      {conflicts.length > 0 && (
        <Button
          size="sm"
          icon={<TriangleAlert aria-hidden="true" />}
          onClick={() => view.windows.presence.conflicts.set(true)}
        >
          {conflicts.length === 1 ? t('1 conflict') : t('{count} conflicts', { count: conflicts.length })}
        </Button>
      )}
      {people.length > 0 && (
        <ul aria-label={t('Also here')} className="flex items-center -space-x-1.5">
          {people.slice(0, SHOWN).map((person) => (
            <li key={person.user_id}>
              <Face person={person} />
            </li>
          ))}
          {people.length > SHOWN && <li className="pl-3 text-muted text-base">+{people.length - SHOWN}</li>}
        </ul>
      )}
      <Button
        size="sm"
        variant="ghost"
        icon={<UserRoundPlus aria-hidden="true" />}
        title={t('Share')}
        onClick={() => view.windows.presence.sharing.set(true)}
      >
        <span className="max-xl:sr-only">{t('Share')}</span>
      </Button>
    </>
  )
}

/** A press shows what they look at, and lets the flow view follow them until the next, or until one moves it oneself. */
function Face({ person }: { person: Person }) {
  const view = useView()
  const draft = useDraft()
  const followed = useStore(view.windows.presence.following) === person.user_id
  const place = person.open ?? person.selected[0]
  const title = draft.document.get().nodes.find(({ id }) => id === place)?.title
  const says =
    title === undefined
      ? t('{name} is here', { name: person.name })
      : t('{name} is at “{title}”', { name: person.name, title })
  const follow = () => {
    view.windows.presence.following.set(followed ? null : person.user_id)
    const text = followed
      ? t('No longer following {name}', { name: person.name })
      : t('Following {name} until you move the canvas', { name: person.name })
    view.message.set({ text, tone: 'info' })
    if (!followed && place !== undefined && title !== undefined) view.camera.get()?.fit([place])
  }
  return (
    <Tooltip text={`${says}. ${followed ? t('Press to stop following') : t('Press to follow')}`} side="bottom">
      <button
        type="button"
        // Names what is shown, too, so that people who speak to their browser can press it.
        aria-label={t('{says}. Follow {initials}', { says, initials: initials(person.name) })}
        aria-pressed={followed}
        onClick={follow}
        className={`grid size-7 place-items-center rounded-full border-2 border-paper font-semibold text-xs aria-pressed:border-indigo ${personColor(person.color).fill}`}
      >
        {initials(person.name)}
      </button>
    </Tooltip>
  )
}
