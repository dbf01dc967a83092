import { Package } from 'lucide-react'
import { useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, LIFTS } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { InstallPackage } from './install-package.tsx'
import { packagesQuery } from './package-queries.ts'
import { toolsInWords } from './server-state.tsx'

/** The packages that admins offer to everyone. */
export function PackagesList() {
  const { items } = useData(packagesQuery)
  if (items.length === 0)
    return (
      <div className="mt-6">
        <EmptyState
          icon={<Package aria-hidden="true" />}
          title={t('No packages installed')}
          action={<InstallPackage />}
        >
          {t('Install an MCP server from npm. It runs in the sandbox, and everyone here can connect it.')}
        </EmptyState>
      </div>
    )
  return (
    <ul className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {items.map((one) => (
        <Card key={one.id} as="li" className={`grid grid-cols-[minmax(0,1fr)] content-start gap-2 ${LIFTS}`}>
          <h2 className="wrap-anywhere text-lg" dir="auto">
            <Link href={paths.mcpPackage(one.id)} className="after:absolute after:inset-0 after:rounded">
              {one.name}
            </Link>
          </h2>
          <p className="wrap-anywhere font-mono text-muted text-base">
            {one.package}@{one.version}
          </p>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-base">
            {one.state === 'disabled' && <Badge tone="warn">{t('Disabled')}</Badge>}
            {one.tools !== null && <span>{toolsInWords(one.tools)}</span>}
          </p>
        </Card>
      ))}
    </ul>
  )
}
