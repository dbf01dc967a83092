/** Kinds of personal data as people read them. */
import { t } from '#web/lib/language.ts'

const texts = (): Record<string, string> => ({
  name: t('Names'),
  facility: t('Institutions'),
  address: t('Addresses'),
  city: t('Cities'),
  postcode: t('Postcodes'),
  date: t('Dates'),
  age_over_89: t('Ages over 89'),
  phone: t('Phone numbers'),
  fax: t('Fax numbers'),
  email: t('Email addresses'),
  ssn: t('Social security numbers'),
  aadhaar: t('Aadhaar numbers'),
  abha: t('ABHA numbers and addresses'),
  pan: t('PAN numbers'),
  mrn: t('Record numbers'),
  health_plan: t('Health plan numbers'),
  account: t('Account numbers'),
  licence: t('Licences'),
  vehicle: t('Vehicles'),
  device: t('Devices'),
  url: t('Web addresses'),
  ip_address: t('IP addresses'),
  other_id: t('Other numbers'),
})

export const phiKindText = (kind: string): string => texts()[kind] ?? kind
