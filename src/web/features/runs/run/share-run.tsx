import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { SHARED_DAYS } from '#contract/workflows/sharing-rules.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { t } from '#web/lib/language.ts'
import { formatDay } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

const shareQuery = (id: string) => q('getRunShare', { params: { id } })

/** Says that the run is shared: to its owner, who can take it back, and to the seller who reads it. */
export function ShareNotice({ id }: { id: string }) {
  const { data } = useQuery(shareQuery(id))
  const stop = useAction(async () => {
    const next = await call('endRunShare', { params: { id } })
    queryClient.setQueryData(shareQuery(id).queryKey, next)
    notify({ type: 'success', title: t('This run is no longer shared') })
  })
  if (!data?.shared_until) return null
  const day = formatDay(data.shared_until)
  if (!data.is_own)
    return (
      <Callout>{t('A buyer shared this run with you until {day}. You can read it, nothing else.', { day })}</Callout>
    )
  return (
    <Callout>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{t('The seller of this agent can read this run until {day}.', { day })}</p>
        <Button size="sm" busy={stop.busy && t('Stopping...')} onClick={() => void stop.run()}>
          {t('Stop sharing')}
        </Button>
      </div>
      {stop.error !== null && <p className="text-bad">{friendly(stop.error)}</p>}
    </Callout>
  )
}

/** Lets the seller of the agent read one run, where there is a seller to share it with. */
export function ShareRun({ id }: { id: string }) {
  const { data } = useQuery(shareQuery(id))
  const [asking, setAsking] = useState(false)
  const share = useAction(async () => {
    const next = await call('shareRun', { params: { id } })
    queryClient.setQueryData(shareQuery(id).queryKey, next)
    setAsking(false)
    notify({
      type: 'success',
      title: t('Shared with the seller'),
      message: t('For {days} days. You can stop at any time.', { days: SHARED_DAYS }),
    })
  })
  if (!data?.is_own || data.shared_until !== null || !data.share.allowed) return null
  return (
    <>
      <Button size="sm" icon={<Share2 aria-hidden="true" />} onClick={() => setAsking(true)}>
        {t('Share with seller')}
      </Button>
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={t('Share this run with the seller?')}
          size="sm"
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{t('Cancel')}</Button>
              <Button variant="primary" busy={share.busy && t('Sharing...')} onClick={() => void share.run()}>
                {t('Share for {days} days', { days: SHARED_DAYS })}
              </Button>
            </>
          }
        >
          <div className="grid gap-3">
            <p>
              {t(
                'The seller of this agent will be able to read the input, documents, steps, result and error of this one run for {days} days. Your other runs stay private.',
                { days: SHARED_DAYS },
              )}
            </p>
            <p className="text-muted">
              {t(
                'You can stop sharing at any time, but not undo what the seller has read. Deleting the run ends it too.',
              )}
            </p>
            {share.error !== null && <Callout tone="bad">{friendly(share.error)}</Callout>}
          </div>
        </Dialog>
      )}
    </>
  )
}
