import type { WorkflowNode } from '#graph/document.ts'
import { t } from '#web/lib/language.ts'
import { useOrigin } from '#web/lib/origin.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Listen } from './listen.tsx'
import { useTrigger } from './use-trigger.ts'

/** The address that runs the draft of a workflow that starts with a webhook, and waiting for a request to it. Its owner's alone. */
export function TestAddress({ node }: { node: WorkflowNode }) {
  const origin = useOrigin()
  const hook = useTrigger('webhook')
  if (!hook?.test_address) return null
  const address = `${origin}${hook.test_address}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium text-base">{t('Test address')}</h3>
      <CodeBlock label={t('Test address')} code={address} />
      <Listen
        node={node}
        kind="webhook"
        start={t('Listen for a request')}
        waiting={t('Send a request to this address now. It appears here and is pinned.')}
      />
      <p className="text-muted text-base">
        {t('The test address always runs the draft. Published versions answer at')}{' '}
        <code className="break-all font-mono text-xs">{`${origin}${hook.address}`}</code>
      </p>
    </div>
  )
}
