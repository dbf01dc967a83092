import { useQuery } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Agent } from '#contract/agents/agents.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { bookmarksQuery, requestBookmark, setBookmarked, takeBookmarkRequest } from './bookmarks.ts'

const look = (wide: boolean) =>
  `relative z-10 inline-flex shrink-0 items-center justify-center gap-1.5 rounded text-muted hover:bg-hover hover:text-ink [&_svg]:size-4.5 ${
    wide ? 'h-8 border border-control px-3 font-medium text-ink text-base' : 'size-8'
  }`

/**
 * Saves an agent, or removes it from the saved ones. A visitor signs in first and finds it saved. @param wide with its
 * label, next to other buttons
 */
export default function BookmarkButton({ agent, wide = false }: { agent: Pick<Agent, 'id' | 'name'>; wide?: boolean }) {
  const user = useUser()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const list = useQuery({ ...bookmarksQuery, enabled: user !== null })
  const saved = user !== null && list.data?.ids.includes(agent.id) === true
  const { id, name } = agent
  const isKnown = user !== null && list.isSuccess
  useEffect(() => {
    if (isKnown && takeBookmarkRequest(id)) void setBookmarked({ id, name }, true)
  }, [isKnown, id, name])
  const press = () => {
    if (user !== null) return void setBookmarked(agent, !saved)
    requestBookmark(id)
    void navigate(paths.login(pathname + search))
  }
  return (
    <button
      type="button"
      {...(!wide && { 'aria-pressed': saved, 'aria-label': t('Save {name}', { name }) })}
      title={user === null ? t('Sign in to save it') : saved ? t('Saved') : t('Save')}
      onClick={press}
      className={look(wide)}
    >
      <Heart aria-hidden="true" className={saved ? 'fill-current text-bad' : ''} />
      {wide && (saved ? t('Saved') : t('Save'))}
    </button>
  )
}
