/** The view of a redaction: what was found and removed, kind by kind, and what was not looked at. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { type Finding, type Section, type View, words } from './finding.ts'
import { t } from './reader.ts'
import { numberOf, objectsOf, placesOf, stringOf, stringsOf } from './result.ts'

const TITLES: Record<string, string> = {
  age_over_89: 'Ages over 89',
  email: 'E-mail addresses',
  ssn: 'Social security numbers',
  aadhaar: 'Aadhaar numbers',
  abha: 'ABHA numbers and addresses',
  pan: 'PAN',
  mrn: 'Record numbers',
  url: 'Web addresses',
  ip_address: 'IP addresses',
  other_id: 'Other numbers',
  health_plan: 'Health plan numbers',
  city: 'Cities',
  facility: 'Institutions',
  address: 'Addresses',
  fax: 'Fax numbers',
  phone: 'Telephone numbers',
  licence: 'Licences',
  name: 'Names',
  date: 'Dates',
  postcode: 'Postcodes',
  account: 'Accounts',
  vehicle: 'Vehicles',
  device: 'Devices',
}

const findingOf = (found: JsonObject): Finding => {
  const because = stringOf(found.because)
  return {
    id: `phi:${numberOf(found.start) ?? 0}`,
    label: stringOf(found.text)?.replace(/\s+/g, ' ') ?? '',
    title: null,
    badges: [
      ...(because ? [{ text: words(because), tone: 'neutral' as const }] : []),
      ...((numberOf(found.confidence) ?? 1) < 0.8 ? [{ text: t('Unsure'), tone: 'warn' as const }] : []),
    ],
    confidence: null,
    notes: [],
    places: placesOf([found]),
  }
}

function limits(data: JsonObject): Section[] {
  const pages = Array.isArray(data.pages_without_text) ? data.pages_without_text : []
  const lost = objectsOf(data.not_removed)
  const notes = [
    pages.length > 0
      ? `No text could be read on ${pages.length === 1 ? 'page' : 'pages'} ${pages.join(', ')}, so nothing was removed there.`
      : '',
    lost.length > 0 ? `${lost.length} of the words found couldn’t be located on a page and are still in the file.` : '',
    stringsOf(data.not_looked_for).length > 0 ? `Not checked: ${stringsOf(data.not_looked_for).join(', ')}.` : '',
    'Rules and lists miss some details, unusual names most of all. Read the redacted file before you share it.',
  ].filter(Boolean)
  return notes.map((note) => ({ title: null, findings: [], empty: note }))
}

export const phiView: View = ({ data }) => {
  const findings = objectsOf(data.findings)
  const kinds = [...new Set(findings.map((found) => stringOf(found.kind) ?? 'other_id'))]
  const sections = kinds.map(
    (kind): Section => ({
      title: TITLES[kind] ?? words(kind),
      findings: findings.filter((found) => stringOf(found.kind) === kind).map(findingOf),
    }),
  )
  return [
    {
      key: 'removed',
      label: t('Removed {count}', { count: String(findings.length) }),
      sections:
        sections.length > 0
          ? sections
          : [
              {
                title: null,
                findings: [],
                empty: t('Nothing identifying was found. That doesn’t prove there’s nothing.'),
              },
            ],
    },
    { key: 'limits', label: t('To check'), sections: limits(data) },
  ]
}
