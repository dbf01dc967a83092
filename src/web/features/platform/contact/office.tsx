import type { ReactNode } from 'react'
import { company } from '#web/app/shell/company.ts'
import { Particular } from '#web/app/shell/particular.tsx'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-0.5">
    <dt className="text-muted text-xs">{name}</dt>
    <dd className="break-words">{children}</dd>
  </div>
)

/** The firm and its grievance officer, as the law asks them to be shown. */
export function Office() {
  return (
    <aside aria-label={t('Other ways to reach us')} className="grid gap-6 border-line lg:border-l lg:pl-8">
      <section className="grid gap-3">
        <h2 className="text-lg">{t('Other ways to reach us')}</h2>
        <dl className="grid gap-3">
          <Fact name={t('E-mail')}>
            <TextLink href={`mailto:${company.support_email}`}>
              <Particular of="support_email" />
            </TextLink>
          </Fact>
          <Fact name={t('Phone')}>
            <TextLink href={`tel:${company.support_dialled}`}>
              <Particular of="support_phone" />
            </TextLink>
            <span className="block text-muted text-xs">
              <Particular of="support_hours" />
            </span>
          </Fact>
          <Fact name={t('Registered office')}>
            <Particular of="name" />
            <br />
            <Particular of="registered_office" />
          </Fact>
        </dl>
      </section>
      <section className="grid gap-3 border-line border-t pt-6">
        <h2 className="text-lg">{t('Grievance officer')}</h2>
        <dl className="grid gap-3">
          <Fact name={t('Name')}>
            <Particular of="grievance_officer" />, <Particular of="grievance_designation" />
          </Fact>
          <Fact name={t('E-mail')}>
            <TextLink href={`mailto:${company.grievance_email}`}>
              <Particular of="grievance_email" />
            </TextLink>
          </Fact>
          <Fact name={t('Phone')}>
            <TextLink href={`tel:${company.grievance_dialled}`}>
              <Particular of="grievance_phone" />
            </TextLink>
          </Fact>
        </dl>
        <p className="text-muted text-base">
          {fill(t('For questions about your data, see the {policy}.', { policy: '{policy}' }), {
            policy: <TextLink href={paths.privacy()}>{t('Privacy Policy')}</TextLink>,
          })}
        </p>
      </section>
    </aside>
  )
}
