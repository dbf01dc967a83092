import type { ReactNode } from 'react'
import { Particular } from '#web/app/shell/particular.tsx'
import { t } from '#web/lib/language.ts'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'

/** Names and their values, one under the other. */
export const Facts = ({ facts }: { facts: readonly [name: string, value: ReactNode][] }) => (
  <dl className="grid gap-x-6 gap-y-2 surface-card p-4 text-base sm:grid-cols-[12rem_1fr]">
    {facts.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-muted">{name}</dt>
        <dd className="min-w-0 break-words max-sm:mb-2">{value}</dd>
      </div>
    ))}
  </dl>
)

/** Who sells here, as rule 4(2) of the Consumer Protection (E-Commerce) Rules, 2020 asks. */
export const SellerFacts = () => (
  <Facts
    facts={[
      [t('Legal name'), <Particular key="name" of="name" />],
      ['CIN', <Particular key="cin" of="cin" />],
      ['GSTIN', <Particular key="gstin" of="gstin" />],
      [t('Registered office'), <Particular key="office" of="registered_office" />],
      [t('Support'), <Particular key="mail" of="support_email" />],
      [
        t('Phone'),
        <span key="phone">
          <Particular of="support_phone" />, <Particular of="support_hours" />
        </span>,
      ],
    ]}
  />
)

/** Whom to complain to, as rule 4(4) of the same Rules, rule 3(2) of the IT Rules, 2021 and section 8(9) of the DPDP Act, 2023 ask. */
export const GrievanceFacts = () => (
  <Facts
    facts={[
      [t('Name'), <Particular key="name" of="grievance_officer" />],
      [t('Designation'), <Particular key="title" of="grievance_designation" />],
      [t('Email'), <Particular key="mail" of="grievance_email" />],
      [t('Phone'), <Particular key="phone" of="grievance_phone" />],
      [t('Address'), <Particular key="office" of="registered_office" />],
    ]}
  />
)

export interface TableProps {
  label: string
  header: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A small table inside a text; it scrolls separately where it does not fit. The first cell of a row is its name. */
export const TextTable = ({ label, header, rows }: TableProps) => (
  <ScrollRegion label={label} className="surface-card text-base">
    <table className="w-full min-w-140 border-collapse text-left align-top">
      <thead className="bg-sunken text-base">
        <tr className="border-line border-b">
          {header.map((name) => (
            <th key={name} scope="col" className="px-3 py-2 font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name} className="border-line border-b align-top last:border-0">
            <th scope="row" className="px-3 py-2 font-medium">
              {name}
            </th>
            {cells.map((cell) => (
              <td key={cell} className="px-3 py-2 text-muted">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
)
