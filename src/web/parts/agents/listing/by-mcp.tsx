import { useState } from 'react'
import { useFeature, useRuntimeLimits } from '#web/api/use-site.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { useOrigin } from '#web/lib/origin.ts'
import { paths } from '#web/paths.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextLink } from '#web/ui/link.tsx'

/** What assistants know a server by, and where it answers. */
interface McpServer {
  name: string
  url: string
}

const INPUT = 'chowk-key'
const httpServer = (url: string, key: string) => ({ type: 'http', url, headers: { Authorization: `Bearer ${key}` } })
const json = (value: object): string => JSON.stringify(value, null, 2)

const programs = (): readonly { label: string; where: string; snippet: (server: McpServer) => string }[] => [
  {
    label: t('Configuration file'),
    where: t('The server list most assistants read, such as mcp.json.'),
    snippet: ({ name, url }) => json({ mcpServers: { [name]: httpServer(url, 'YOUR_API_KEY') } }),
  },
  {
    label: 'Claude Code',
    where: t('In a terminal, with your key in TOKEN.'),
    snippet: ({ name, url }) =>
      `claude mcp add --transport http ${name} ${url} \\\n  --header "Authorization: Bearer $TOKEN"`,
  },
  {
    label: 'VS Code',
    where: t('In .vscode/mcp.json. VS Code asks for the key once and stores it.'),
    snippet: ({ name, url }) =>
      json({
        inputs: [{ type: 'promptString', id: INPUT, description: 'API key', password: true }],
        servers: { [name]: httpServer(url, `\${input:${INPUT}}`) },
      }),
  },
]

interface ByMcpProps {
  agent: { slug: string }
  /** Of the reader; null on the page of the agent, which is reached through the marketplace. */
  serviceId: string | null
  isFree?: boolean
}

/** How an assistant reaches it by the Model Context Protocol: the address, and what its program is told. */
export function ByMcp({ agent, serviceId, isFree = false }: ByMcpProps) {
  const origin = useOrigin()
  const { visitor_runs_per_day } = useRuntimeLimits()
  const runsAlone = useFeature('tryouts')
  const [chosen, setChosen] = useState(() => programs()[0]?.label ?? '')
  const name = serviceId === null ? 'chowk' : agent.slug
  const url = serviceId === null ? `${origin}/mcp` : `${origin}/mcp/services/${serviceId}`
  const program = programs().find(({ label }) => label === chosen)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium text-base">{t('From an assistant (MCP)')}</h3>
      <p className="max-w-prose text-muted">
        {serviceId === null
          ? fill(
              t(
                'With this address, an assistant can find and run every agent here, this one as {name}. Each of your services has its own address, with one tool.',
                { name: '{name}' },
              ),
              { name: <code>{agent.slug}</code> },
            )
          : t('At this address the service is one tool, with the input of its version.')}{' '}
        {fill(t('The scope {scope} is enough for the {key}.', { scope: '{scope}', key: '{key}' }), {
          scope: <code>run</code>,
          key: <TextLink href={paths.settings('api-keys')}>{t('API key')}</TextLink>,
        })}
        {isFree &&
          runsAlone &&
          ` ${t('Without a key it runs {count} times per day.', { count: visitor_runs_per_day })}`}{' '}
        <TextLink href={paths.docs('mcp')}>{t('More about MCP')}</TextLink>
      </p>
      <CodeBlock code={url} label={t('MCP address')} />
      <Segmented
        label={t('Assistant')}
        segments={programs().map(({ label }) => ({ value: label, label }))}
        value={chosen}
        onChange={setChosen}
      />
      {program && (
        <>
          <p className="max-w-prose text-muted">{program.where}</p>
          <CodeBlock
            code={program.snippet({ name, url })}
            label={t('MCP settings for {program}', { program: program.label })}
          />
        </>
      )}
    </div>
  )
}
