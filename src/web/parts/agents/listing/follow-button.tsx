import { useQuery } from '@tanstack/react-query'
import { BellPlus, BellRing } from 'lucide-react'
import { useLocation } from 'react-router'
import type { Seller } from '#contract/agents/agents.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

const followed = q('listFollowed')

/** Be told when a seller publishes, or no more. */
export default function FollowButton({
  handle,
  seller,
}: {
  handle: string
  seller: { id: Seller['id']; display_name: string }
}) {
  const user = useUser()
  const { pathname, search } = useLocation()
  const list = useQuery({ ...followed, enabled: user !== null })
  const follows = list.data?.handles.includes(handle) === true
  const change = useAction(async () => {
    try {
      await call(follows ? 'unfollowSeller' : 'followSeller', { params: { handle } })
    } catch (error) {
      notify({ type: 'error', title: t('Not changed'), message: friendly(error) })
      return
    }
    const rest = (list.data?.handles ?? []).filter((other) => other !== handle)
    queryClient.setQueryData(followed.queryKey, { handles: follows ? rest : [handle, ...rest] })
    await refresh('getSeller')
  })
  const icon = follows ? <BellRing aria-hidden="true" /> : <BellPlus aria-hidden="true" />
  if (user === null) {
    return (
      <LinkButton size="sm" href={paths.login(pathname + search)} icon={icon}>
        {t('Sign in to follow')}
      </LinkButton>
    )
  }
  return (
    <Button
      size="sm"
      icon={icon}
      title={follows ? t('Unfollow') : t('We’ll tell you when they publish an agent or a new version')}
      reason={user.id === seller.id ? t('This is your own page.') : undefined}
      disabled={list.isPending}
      busy={change.busy && t('Follow')}
      onClick={() => void change.run()}
    >
      {follows ? t('Following') : t('Follow')}
    </Button>
  )
}
