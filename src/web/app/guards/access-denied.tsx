import { ShieldAlert } from 'lucide-react'
import { ERROR_PAGE_TEXTS } from '#contract/platform/messages.ts'
import { pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { findUpgradePrompt, UPGRADE_NOTE, UpgradePrompt } from './upgrade-prompt.tsx'

export interface AccessDeniedProps {
  pathname: string
  /** The role or permission that was missing. */
  required: string | null
}

const isAdmin = (pathname: string): boolean => /^\/admin(?:-dashboard)?(?:\/|$)/.test(pathname)

/** A plan does not open these pages: the seller role does, and it is free to ask for. */
const NEEDS_A_ROLE = /^\/(?:workflows|custom-agents|agents|marketplace\/publish|seller|plugins)(?:\/|$)/

/** §6: the Access Denied card, with the upgrade prompt of the page that was asked for. */
export function AccessDeniedCard({ pathname, required }: AccessDeniedProps) {
  const plan = findUpgradePrompt(pathname)
  return (
    <div className="mx-auto grid w-full max-w-lg gap-4 px-4 py-12">
      <title>{pageTitle(t(ERROR_PAGE_TEXTS.access_denied))}</title>
      <Card className="grid justify-items-center gap-3 text-center">
        <ShieldAlert aria-hidden="true" className="size-8 text-warn" />
        <h1 className="text-3xl">{t(ERROR_PAGE_TEXTS.access_denied)}</h1>
        <p>{t(isAdmin(pathname) ? 'Admin access needs approval.' : ERROR_PAGE_TEXTS.no_permission)}</p>
        {required && (
          <p className="text-muted">
            {t('You need the role or permission')} <strong className="font-semibold text-ink">{required}</strong>.
          </p>
        )}
        <p className="text-muted text-sm">{t(UPGRADE_NOTE)}</p>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          {NEEDS_A_ROLE.test(pathname) && (
            <LinkButton href={paths.upgrade()} variant="primary">
              {t('Request seller role')}
            </LinkButton>
          )}
          <LinkButton href={paths.dashboard()}>{t('Go to the dashboard')}</LinkButton>
          <LinkButton href={paths.marketplace()} variant="ghost">
            {t('Browse the marketplace')}
          </LinkButton>
        </div>
      </Card>
      {plan && <UpgradePrompt plan={plan} />}
    </div>
  )
}
