import { ShieldAlert } from 'lucide-react'
import { ERROR_PAGE_TEXTS } from '#contract/platform/messages.ts'
import { openView } from '#web/api/acting/support-view.ts'
import { useAction } from '#web/api/action.ts'
import { session } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useUser } from '#web/api/use-session.ts'
import { pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { base } from '#web/lib/workspace.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
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

/** The page may be open to another account of the same person. */
function OtherAccount({ pathname }: { pathname: string }) {
  const user = useUser()
  const leave = useAction(async () => {
    await session.logout()
    window.location.assign(base + paths.login(pathname))
  })
  if (user === null || (typeof document !== 'undefined' && openView() !== null)) return null
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-line border-t pt-4 text-muted">
      <span>
        {t('Signed in as')} <bdi className="font-medium text-ink [overflow-wrap:anywhere]">{user.email}</bdi>
      </span>
      <Button variant="ghost" size="sm" busy={leave.busy && t('Signing out...')} onClick={() => void leave.run()}>
        {t('Use a different account')}
      </Button>
      {leave.error !== null && (
        <span role="alert" className="text-bad">
          {friendly(leave.error)}
        </span>
      )}
    </p>
  )
}

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
        <p className="text-muted text-base">{t(UPGRADE_NOTE)}</p>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          {NEEDS_A_ROLE.test(pathname) && (
            <LinkButton href={paths.upgrade()} variant="primary">
              {t('Request seller role')}
            </LinkButton>
          )}
          {isAdmin(pathname) && (
            <LinkButton href={paths.unauthorized()} variant="primary">
              {t('How to get access')}
            </LinkButton>
          )}
          <LinkButton href={paths.dashboard()}>{t('Go to the dashboard')}</LinkButton>
          <LinkButton href={paths.marketplace()} variant="ghost">
            {t('Browse the marketplace')}
          </LinkButton>
        </div>
        <OtherAccount pathname={pathname} />
      </Card>
      {plan && <UpgradePrompt plan={plan} />}
    </div>
  )
}
