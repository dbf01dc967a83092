import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'

/** The other direction: assistants that use Chowk. */
export function ChowkAsServer() {
  return (
    <Card className="mt-8">
      <CardHeader
        title={t('Use Chowk in your assistant')}
        aside={
          <div className="flex flex-wrap gap-2">
            <LinkButton href={paths.settings('api-keys')}>{t('Create an API key')}</LinkButton>
            <LinkButton href={paths.docs('mcp')}>{t('How to connect')}</LinkButton>
          </div>
        }
      >
        {t('Chowk is an MCP server too: assistants such as Claude or Cursor can find agents and run your services.')}
      </CardHeader>
      <CodeBlock code={`${window.location.origin}/mcp`} label={t('Address')} />
    </Card>
  )
}
