import { t } from '#web/lib/language.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'

/** How an app at Slack is made from its manifest. */
export const SlackAppSteps = ({ manifest }: { manifest: string }) => (
  <ol className="grid list-decimal grid-cols-[minmax(0,1fr)] gap-3 ps-5">
    <li>
      {t('Open the page of Slack apps, select “Create New App”, then “From a manifest”, and choose your workspace.')}{' '}
      <TextLink href="https://api.slack.com/apps" external>
        api.slack.com/apps
      </TextLink>
    </li>
    <li>
      {t('Paste this manifest in place of the one shown there.')}
      <div className="mt-2 max-h-72 overflow-y-auto">
        <CodeBlock code={manifest} label={t('App manifest')} />
      </div>
    </li>
    <li>{t('Install the app to the workspace, and enter its bot token and signing secret here.')}</li>
  </ol>
)
