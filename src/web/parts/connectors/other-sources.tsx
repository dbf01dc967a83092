import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'

/** What brings actions into workflows, each on a page of its own: the way from one of the pages to the others. */
export function OtherSources({ here }: { here: 'apps' | 'plugins' | 'mcp_tools' }) {
  const canBuild = useUser()?.permissions.includes('workflows.create') === true
  const places = [
    { key: 'apps', label: t('Apps'), href: paths.integrations(), open: true },
    { key: 'plugins', label: t('Plugins'), href: paths.plugins(), open: canBuild },
    { key: 'mcp_tools', label: t('MCP Tools'), href: paths.mcpTools(), open: true },
  ].filter(({ key, open }) => key !== here && open)
  return (
    <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {t('See also')}
      {places.map(({ key, label, href }) => (
        <TextLink key={key} href={href}>
          {label}
        </TextLink>
      ))}
    </span>
  )
}
