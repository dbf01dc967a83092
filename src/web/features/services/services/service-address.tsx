import { Boxes, ChevronDown, Code, Hash, SquareTerminal, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import { serviceModel } from '#contract/services/openai-values.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { useFeature } from '#web/api/use-site.ts'
import { t } from '#web/lib/language.ts'
import { useOrigin } from '#web/lib/origin.ts'
import { curlSnippets } from '#web/parts/agents/listing/snippets.ts'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'

/** Where programs reach a service, ready to copy: one address in sight, the others in a menu. */
export function ServiceAddress({ service }: { service: ServiceDetail }) {
  const origin = useOrigin()
  const mcp = `${origin}/mcp/services/${service.id}`
  const a2a = `${origin}/a2a/${serviceModel(service.id)}`
  const hasMcp = useFeature('mcp')
  const curl = curlSnippets(origin, { name: 'service_id', id: service.id }, service, true)
  const request = curl.file ?? curl.text
  const copy = (icon: ReactNode, label: string, value: string) => (
    <MenuItem
      icon={icon}
      onSelect={() => void navigator.clipboard.writeText(value).then(() => showToast(t('Copied'), label))}
    >
      {label}
    </MenuItem>
  )
  return (
    <span className="flex items-center gap-1 max-sm:max-w-[calc(100vw-5.5rem)] sm:max-w-[min(36rem,calc(100vw-26rem))]">
      <CopyText
        kind={hasMcp ? 'MCP' : 'A2A'}
        label={t('Address of the service')}
        copyLabel={t('Copy the address of the service')}
        text={hasMcp ? mcp : a2a}
      />
      <Menu
        align="start"
        trigger={
          <IconButton size="sm" label={t('More addresses')}>
            <ChevronDown aria-hidden="true" />
          </IconButton>
        }
      >
        {request !== null && copy(<SquareTerminal aria-hidden="true" />, t('Copy as curl'), request)}
        {hasMcp && copy(<Waypoints aria-hidden="true" />, t('Copy the A2A address'), a2a)}
        {copy(<Boxes aria-hidden="true" />, t('Copy the model name for OpenAI clients'), serviceModel(service.id))}
        {copy(<Hash aria-hidden="true" />, t('Copy the service ID'), service.id)}
        <MenuSeparator />
        <MenuItem icon={<Code aria-hidden="true" />} href={paths.service(service.id, { tab: 'api' })}>
          {t('Use the API')}
        </MenuItem>
      </Menu>
    </span>
  )
}
