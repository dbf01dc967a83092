import { useState } from 'react'
import { ALL_SERVICES_PATH } from '#contract/accounts/assistant-values.ts'
import { brand } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { useOrigin } from '#web/lib/origin.ts'
import { FeatureNotice } from '#web/parts/platform/feature-notice.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { panelId, TabList, tabId } from '#web/ui/tab-list.tsx'

/** The other direction: assistants that use Chowk. */
export function ChowkAsServer() {
  const address = `${useOrigin()}${ALL_SERVICES_PATH}`
  return (
    <Card>
      <CardHeader
        title={t('Connect an assistant')}
        aside={<LinkButton href={paths.docs('mcp')}>{t('Documentation')}</LinkButton>}
      >
        {t(
          '{brand} is an MCP server too: an assistant such as Claude or ChatGPT can find agents and run your services. Add this address to it, then sign in here when it asks.',
          { brand },
        )}
      </CardHeader>
      <FeatureNotice name="mcp" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <CodeBlock code={address} label={t('Address')} />
        <p className="text-muted text-base">
          {t('To connect one service only, use the address on its page under')}{' '}
          <TextLink href={paths.services()}>{t('My AI Services')}</TextLink>
          {t('. Programs that can’t sign in use an API key:')}{' '}
          <TextLink href={paths.settings('api-keys')}>{t('create a key')}</TextLink>.
        </p>
        <Steps address={address} />
      </div>
    </Card>
  )
}

interface Guide {
  key: string
  label: string
  text: string
  code: string | null
}

/** What each of them calls it, as their own documentation does. */
const guides = (address: string): Guide[] => [
  {
    key: 'claude',
    label: 'Claude',
    text: t('Open Settings → Connectors, choose “Add custom connector”, paste the address and connect.'),
    code: null,
  },
  {
    key: 'chatgpt',
    label: 'ChatGPT',
    text: t(
      'Switch on developer mode under Settings → Apps & Connectors → Advanced, then create a connector with the address and OAuth.',
    ),
    code: null,
  },
  {
    key: 'claude-code',
    label: 'Claude Code',
    text: t('Run this in a terminal, then type /mcp in Claude Code and sign in.'),
    code: `claude mcp add --transport http chowk ${address}`,
  },
  {
    key: 'cursor',
    label: 'Cursor',
    text: t('Add this to ~/.cursor/mcp.json, then choose “Connect” in the MCP settings.'),
    code: JSON.stringify({ mcpServers: { chowk: { url: address } } }, null, 2),
  },
  {
    key: 'vscode',
    label: 'VS Code',
    text: t('Run this in a terminal. VS Code asks you to sign in when the server starts.'),
    code: `code --add-mcp '${JSON.stringify({ name: 'chowk', type: 'http', url: address })}'`,
  },
]

const GROUP = 'assistant-guides'

function Steps({ address }: { address: string }) {
  const all = guides(address)
  const [active, setActive] = useState('claude')
  const shown = all.find(({ key }) => key === active)
  return (
    <section aria-label={t('Steps for your assistant')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <TabList label={t('Assistant')} group={GROUP} tabs={all} active={active} onSelect={setActive} />
      {shown && (
        <div
          role="tabpanel"
          id={panelId(GROUP)}
          aria-labelledby={tabId(GROUP, active)}
          className="grid grid-cols-[minmax(0,1fr)] gap-3"
        >
          <p>{shown.text}</p>
          {shown.code !== null && <CodeBlock code={shown.code} label={shown.label} />}
        </div>
      )}
    </section>
  )
}
