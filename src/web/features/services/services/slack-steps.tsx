import type { ServiceDetail } from '#contract/services/services.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { SlackAppSteps } from '#web/parts/platform/slack-app-steps.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { channelQuery, showSaved } from './service-queries.ts'

/** What comes before the form: an app at Slack, made from a manifest that has the address of the channel. */
export function SlackSteps({ service, manifest }: { service: ServiceDetail; manifest: string | null }) {
  const prepare = useAction(async () => {
    const params = { id: service.id, kind: 'slack' as const }
    const saved = await call('saveServiceChannel', { params, body: {} })
    await showSaved(channelQuery(service.id, 'slack'), saved)
  })
  if (manifest === null)
    return (
      <div className="grid gap-3">
        <p>{t('Slack needs an app of your own. Chowk writes its manifest, with the address for its events.')}</p>
        {prepare.error !== null && <Callout tone="bad">{friendly(prepare.error)}</Callout>}
        <Button
          variant="primary"
          className="justify-self-start"
          busy={prepare.busy && t('Creating...')}
          onClick={() => void prepare.run()}
        >
          {t('Create app manifest')}
        </Button>
      </div>
    )
  return <SlackAppSteps manifest={manifest} />
}
