import { load, q, useData } from '#web/api/query.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { BrandSection } from './brand.tsx'
import { CompanySection } from './company.tsx'
import { FeaturesSection } from './features.tsx'
import { LimitsSection } from './limits.tsx'
import { MailTemplatesSection } from './mail-templates.tsx'
import { MaintenanceSection } from './maintenance.tsx'
import { SignUpSection } from './sign-up.tsx'

const current = () => q('getSettings')

export const loader = () => load(current())

/** What an operator changes while Chowk runs. */
export function Component() {
  const { maintenance, sign_up, company, features, limits, environment, brand, usual_name, mail_templates, held_runs } =
    useData(current())
  return (
    <AdminFrame
      title="Settings"
      intro="Changes apply to every process within two seconds and are recorded in the audit log."
    >
      <div className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6">
        <MaintenanceSection setting={maintenance} heldRuns={held_runs} />
        <SignUpSection setting={sign_up} />
        <BrandSection setting={brand} usualName={usual_name} />
        <MailTemplatesSection setting={mail_templates} />
        <FeaturesSection setting={features} />
        <LimitsSection setting={limits} environment={environment} />
        <CompanySection setting={company} />
      </div>
    </AdminFrame>
  )
}
