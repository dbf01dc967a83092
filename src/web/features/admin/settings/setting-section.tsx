import type { ReactNode } from 'react'
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'

interface Props {
  id: string
  title: string
  intro: ReactNode
  changed: { at: string; by: string | null; reason: string } | null
  children: ReactNode
}

/** One setting: what it does, who changed it last and why, and the form that changes it. */
export const SettingSection = ({ id, title, intro, changed, children }: Props) => (
  <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4 surface-card p-4">
    <div className="grid gap-1">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <p className="text-muted text-base">{intro}</p>
    </div>
    {children}
    {changed && (
      <p className="wrap-anywhere border-line border-t pt-3 text-muted text-base">
        Changed <RelativeTime time={changed.at} /> by <bdi>{changed.by ?? 'a deleted account'}</bdi>:{' '}
        <bdi>{changed.reason}</bdi>
      </p>
    )}
  </section>
)

/** Changes a setting. When another admin was faster, shows what they chose before the refusal is passed on. */
export async function change(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'stale_details') await refresh('getSettings', 'getSite')
    throw error
  }
  await refresh('getSettings', 'getSite')
}

export const reasonRule = (value: string): string | undefined => (value.trim() === '' ? 'Enter a reason' : undefined)
