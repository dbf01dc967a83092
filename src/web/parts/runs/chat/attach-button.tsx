import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { MESSAGE } from '#contract/runs/conversation-values.ts'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Spin } from '#web/ui/spinner.tsx'
import { ACCEPTED_FILES, type useAttachedFiles } from './attached-files.ts'

/** Chooses files for a message. */
export function AttachButton({
  attached,
  size,
}: {
  attached: Pick<ReturnType<typeof useAttachedFiles>, 'add' | 'files' | 'loading'>
  size?: 'sm'
}) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={ACCEPTED_FILES}
        onChange={({ target }) => {
          void attached.add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <IconButton
        label={t('Attach files')}
        {...(size && { size })}
        disabled={attached.files.length >= MESSAGE.files}
        onClick={() => chooser.current?.click()}
      >
        {attached.loading ? <Spin /> : <Paperclip aria-hidden="true" />}
      </IconButton>
    </>
  )
}
