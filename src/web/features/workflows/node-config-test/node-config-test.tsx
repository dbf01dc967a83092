import { useSearchParams } from 'react-router'
import type { NodeConfiguration } from '#contract/workflows/nodes.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { NodeSettings } from './node-settings.tsx'
import { TypeChoice } from './type-choice.tsx'

const FIRST = 'http_request'
const registry = q('listNodes', { query: { limit: 500 } })
const configurationQuery = (type: string) => q('getNodeConfiguration', { params: { type } })

const typeOf = (params: URLSearchParams): string => params.get('type')?.trim().slice(0, 64) || FIRST

export const loader = ({ url }: ScreenArgs) =>
  Promise.all([load(registry), load(configurationQuery(typeOf(url.searchParams)))])

/** §2.1, §3: the settings of any node type, tried out against the server. */
export function Component() {
  const [params] = useSearchParams()
  const type = typeOf(params)
  const { items } = useData(registry)
  const node = useData(configurationQuery(type))
  return (
    <Page title={t('Node Configuration Test')} wide>
      <PageHeader title={t('Node Configuration Test')}>
        {t('Choose a node type, fill in its settings, and let the server validate them.')}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          <TypeChoice key={`choice ${type}`} type={type} nodes={items} />
          {node.configuration ? (
            <NodeSettings key={`settings ${type}`} type={type} schema={node.configuration} />
          ) : (
            <Missing node={node} known={items.map((item) => item.type)} />
          )}
        </div>
        <section aria-labelledby="shape" className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
          <h2 id="shape" className="text-lg">
            {t('Node configuration')}
          </h2>
          <p className="text-muted text-base">{t('Server description of this type:')}</p>
          <CodeBlock code={JSON.stringify(node, null, 2)} label={t('Node configuration as JSON')} />
        </section>
      </div>
    </Page>
  )
}

/** An unknown type is `missing`; the likeliest ones are a press away. */
function Missing({ node, known }: { node: NodeConfiguration; known: readonly string[] }) {
  return (
    <div role="status" className="grid gap-2 rounded border border-warn bg-warn-soft p-4">
      <p className="break-words font-medium text-warn">
        {t('There’s no node type “{type}”. Its status is {status}.', { type: node.node_type, status: node.status })}
      </p>
      <ul className="grid gap-1">
        {node.suggestions.map((suggestion) => {
          const type = known.find((name) => suggestion.split(/[^\w]+/).includes(name))
          return (
            <li key={suggestion}>
              {type ? <TextLink href={paths.nodeConfigTest(type)}>{suggestion}</TextLink> : suggestion}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
