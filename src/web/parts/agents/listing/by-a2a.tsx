import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { useOrigin } from '#web/lib/origin.ts'
import { paths } from '#web/paths.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'

/** Where agents of others reach it by the Agent2Agent protocol. @param model its name, as in `/v1/models` */
export function ByA2a({ model }: { model: string }) {
  const origin = useOrigin()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium text-base">{t('From other agents (A2A)')}</h3>
      <p className="max-w-prose text-muted">
        {fill(
          t(
            'Agents that speak A2A 1.0 find its agent card below this address, and send messages to it with the same {key}.',
            { key: '{key}' },
          ),
          { key: <TextLink href={paths.settings('api-keys')}>{t('API key')}</TextLink> },
        )}{' '}
        <TextLink href={paths.docs('a2a')}>{t('More about A2A')}</TextLink>
      </p>
      <CodeBlock code={`${origin}/a2a/${model}`} label={t('A2A address')} />
    </div>
  )
}
