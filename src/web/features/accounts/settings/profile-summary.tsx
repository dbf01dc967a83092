import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Who is signed in; what others see of them is edited on the profile. */
export function ProfileSummary() {
  const user = useUser()
  if (!user) return null
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <Avatar name={user.display_name} src={user.avatar_url} size={48} />
      <div className="min-w-0 grow basis-48">
        <h2 className="break-words text-lg" dir="auto">
          {user.display_name}
        </h2>
        <p className="break-words text-muted">{user.email}</p>
      </div>
      <LinkButton href={paths.profile()}>{t('Edit profile')}</LinkButton>
    </Card>
  )
}
