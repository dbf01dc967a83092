import { ImageUp, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { AVATAR } from '#contract/accounts/avatar-limits.ts'
import type { User } from '#contract/accounts/users.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { uploadTo } from '#web/api/upload.ts'
import { t } from '#web/lib/language.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { fileRefusal } from '#web/ui/forms/file-refusal.ts'
import { showSaved } from './saved-user.ts'

const ACCEPT = '.png,.jpg,.jpeg,.webp'

/** The picture: uploading replaces it, and it may go. */
export function AvatarForm({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  const upload = useAction(async (file: File) => showSaved(await uploadTo('uploadAvatar', file)))
  const remove = useAction(async () => showSaved(await call('removeAvatar', {})))
  const id = useId()
  const busy = upload.busy || remove.busy
  const failed = upload.error ?? remove.error
  const problem = refused ?? (failed === null ? undefined : friendly(failed))
  const take = (file: File | undefined) => {
    if (!file) return
    const reason = fileRefusal(file, ACCEPT, AVATAR.max_bytes)
    setRefused(reason)
    if (!reason) void upload.run(file)
  }
  return (
    <Card aria-label={t('Picture')} className="flex flex-wrap items-center gap-x-5 gap-y-4">
      <Avatar key={user.avatar_url} name={user.display_name} src={user.avatar_url} size={88} />
      <div className="grid min-w-0 grow basis-56 gap-2">
        <h2 className="text-lg">{t('Picture')}</h2>
        <p id={`${id}-help`} className="text-muted text-base">
          {t('PNG, JPEG or WebP, up to 5 MB. It’s cropped to a circle, and location and date are removed.')}
        </p>
        {problem && (
          <p id={`${id}-error`} role="alert" className="text-bad text-base">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            id={id}
            type="file"
            accept={ACCEPT}
            aria-label={t('Picture file')}
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              take(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button
            icon={<ImageUp aria-hidden="true" />}
            busy={upload.busy && t('Uploading...')}
            disabled={busy}
            aria-describedby={`${id}-help`}
            onClick={() => input.current?.click()}
          >
            {user.avatar_url ? t('Replace picture') : t('Upload picture')}
          </Button>
          {user.avatar_url && (
            <Button
              variant="ghost"
              icon={<Trash2 aria-hidden="true" />}
              busy={remove.busy && t('Removing...')}
              disabled={busy}
              onClick={() => {
                setRefused(undefined)
                void remove.run()
              }}
            >
              {t('Remove')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
