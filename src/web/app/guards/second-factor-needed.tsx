import { ShieldCheck } from 'lucide-react'
import { pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** An admin without a second factor, where the operator asks for one: the way to set it up. */
export function SecondFactorNeeded() {
  return (
    <div className="mx-auto grid w-full max-w-lg px-4 py-12">
      <title>{pageTitle(t('Set up a second factor'))}</title>
      <Card className="grid justify-items-center gap-3 text-center">
        <ShieldCheck aria-hidden="true" className="size-8 text-warn" />
        <h1 className="text-3xl">{t('Set up a second factor')}</h1>
        <p>
          {t('Admins on this installation also need a code or a passkey to sign in. Setting it up takes a minute.')}
        </p>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          <LinkButton variant="primary" href={paths.settings('security', 'two-factor')}>
            {t('Set up')}
          </LinkButton>
          <LinkButton href={paths.dashboard()} variant="ghost">
            {t('Go to the dashboard')}
          </LinkButton>
        </div>
      </Card>
    </div>
  )
}
