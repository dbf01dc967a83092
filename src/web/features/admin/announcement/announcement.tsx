import { type FormEvent, useState } from 'react'
import type { Announcement } from '#contract/admin/announcement.ts'
import { ANNOUNCEMENT } from '#contract/admin/announcement-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const current = () => q('getSite')

export const loader = () => load(current())

/** One message to everyone, above every page. */
export function Component() {
  const { announcement } = useData(current())
  return (
    <AdminFrame
      title="Announcement"
      intro="A message that everyone sees on every page, signed in or not, until they dismiss it."
    >
      <div className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6">
        {announcement && <Current announcement={announcement} />}
        <Write key={announcement?.id ?? 'none'} replaces={announcement !== null} />
      </div>
    </AdminFrame>
  )
}

const changed = async (title: string) => {
  await refresh('getSite')
  notify({ type: 'success', title })
}

function Current({ announcement }: { announcement: Announcement }) {
  const remove = useAction(async () => {
    await call('removeAnnouncement', {})
    await changed('The announcement was removed')
  })
  return (
    <section aria-labelledby="shown" className="grid gap-3 surface-card p-4">
      <h2 id="shown" className="text-lg">
        Shown now
      </h2>
      <p className="wrap-anywhere">
        <bdi>{announcement.text}</bdi>
      </p>
      <p className="text-muted text-base">
        {announcement.until === null ? (
          'Until you remove it'
        ) : (
          <>
            Until <RelativeTime time={announcement.until} />
          </>
        )}
      </p>
      {remove.error !== null && <Callout tone="bad">{friendly(remove.error)}</Callout>}
      <Button className="w-fit" busy={remove.busy && 'Removing...'} onClick={() => void remove.run()}>
        Remove announcement
      </Button>
    </section>
  )
}

const textRule = (value: string): string | undefined => {
  const { length } = value.trim()
  if (length === 0) return 'Write the announcement'
  return length > ANNOUNCEMENT.characters ? `Use at most ${ANNOUNCEMENT.characters} characters` : undefined
}

/** As a field of the browser writes it, in the time zone of the admin. */
const untilRule = (value: string): string | undefined =>
  value !== '' && new Date(value).getTime() <= Date.now() ? 'Choose a time in the future' : undefined

const TONES = [
  { value: 'info', label: 'Information' },
  { value: 'warning', label: 'Warning' },
] as const

function Write({ replaces }: { replaces: boolean }) {
  const text = useField<HTMLTextAreaElement>(textRule)
  const until = useField(untilRule)
  const [tone, setTone] = useState<Announcement['tone']>('info')
  const announce = useAction(async () => {
    try {
      await call('setAnnouncement', {
        body: { text: text.value, tone, until: until.value === '' ? null : new Date(until.value).toISOString() },
      })
    } catch (error) {
      const field = error instanceof ApiError ? error.problems[0] : undefined
      if (field?.field === 'until') return until.refuse(field.message)
      throw error
    }
    await changed('Everyone sees the announcement now')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.check() && until.check()) void announce.run()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <h2 className="text-lg">{replaces ? 'Replace it' : 'New announcement'}</h2>
      <TextArea {...text.input} rows={3} label="Text" help={`At most ${ANNOUNCEMENT.characters} characters.`} />
      <Segmented
        label="Kind"
        segments={TONES}
        value={tone}
        onChange={(value) => setTone(value === 'warning' ? 'warning' : 'info')}
      />
      <TextField
        {...until.input}
        type="datetime-local"
        label="Until"
        optional
        help={`Your local time, at most ${ANNOUNCEMENT.most_days} days from now.`}
      />
      {announce.error !== null && <Callout tone="bad">{friendly(announce.error)}</Callout>}
      <Button className="w-fit" type="submit" variant="primary" busy={announce.busy && 'Announcing...'}>
        Announce
      </Button>
    </form>
  )
}
