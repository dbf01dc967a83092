/**
 * Who runs this installation: the particulars that law asks a seller in India to show (Companies Act 2013 s.12(3)(c), CGST Rules,
 * Consumer Protection (E-Commerce) Rules 2020 r.4 and 5, IT Rules 2021 r.3(2), DPDP Act 2023). Plain data.
 *
 * An operator fills them in on the settings page. What is not filled in shows its placeholder.
 */
export interface Company {
  /** As registered, with 'Private Limited'. */
  name: string
  /** Corporate Identity Number, 21 characters. */
  cin: string
  /** GST registration, 15 characters. */
  gstin: string
  /** Registered office with PIN code, in one line. */
  registered_office: string
  /** State of the registered office, which decides between IGST and CGST + SGST. */
  state: string
  /** Services accounting code that invoices carry; an accountant knows which of 998314, 998315 and 998319 it is. */
  sac: string
  /** City whose courts decide disputes. */
  courts: string
  support_email: string
  support_phone: string
  /** When the phone is answered, with the time zone. */
  support_hours: string
  /** Name of the grievance officer, who is also the contact for personal data. */
  grievance_officer: string
  grievance_designation: string
  grievance_email: string
  grievance_phone: string
  /** Where the servers stand that keep the data, such as 'Mumbai, India'. */
  data_location: string
}

export const PLACEHOLDERS: Company = {
  name: 'Your Company Private Limited',
  cin: 'U00000XX0000PTC000000',
  gstin: '00AAAAA0000A0Z0',
  registered_office: 'Street and number, City, State 000000, India',
  state: 'Your State',
  sac: '998315',
  courts: 'Your City',
  support_email: 'support@company.example',
  support_phone: '+91 00000 00000',
  support_hours: 'Monday to Friday, 10:00 to 18:00 IST',
  grievance_officer: 'Name of the grievance officer',
  grievance_designation: 'Grievance Officer',
  grievance_email: 'grievance@company.example',
  grievance_phone: '+91 00000 00000',
  data_location: 'the place where this installation runs',
}

export type Particular = keyof Company

export const PARTICULARS = Object.keys(PLACEHOLDERS) as Particular[]

/** With placeholders for what is not filled in. */
export const companyOf = (filled: Partial<Company>): Company => ({ ...PLACEHOLDERS, ...filled })

/** The particulars that may stand as they were shipped: everything else identifies the firm and has to be filled in. */
const SENSIBLE: readonly (keyof Company)[] = ['sac', 'support_hours', 'grievance_designation', 'data_location']

/**
 * What the badge of the footer says about support for the firm's first years; null shows no badge. No programme's own mark is used:
 * a firm that is in one names it here, such as `{ title: 'DPIIT-recognised startup', detail: 'DIPP00000' }`.
 */
export const INCUBATION = { title: 'Incubated startup', detail: 'Startup support, India' } as {
  title: string
  detail: string
} | null

/** Which particulars still show their placeholder, in the order of the file; empty on an installation that is ready for the public. */
export const openParticulars = (filled: Partial<Company>): (keyof Company)[] =>
  PARTICULARS.filter((key) => filled[key] === undefined && !SENSIBLE.includes(key))

/** What every tax invoice names (CGST Rules, 2017, rule 46(a)). */
const ON_INVOICES: readonly (keyof Company)[] = ['name', 'gstin', 'registered_office', 'state']

/** Which of the particulars that an invoice names still show their placeholder: until it is none, no real payment is taken. */
export const openForInvoices = (filled: Partial<Company>): (keyof Company)[] =>
  openParticulars(filled).filter((key) => ON_INVOICES.includes(key))

const dialled = (number: string): string => number.replace(/[^+\d]/g, '')

/** The particulars as pages name them: also the numbers as a link dials them. */
export const forPages = (company: Company) => ({
  ...company,
  support_dialled: dialled(company.support_phone),
  grievance_dialled: dialled(company.grievance_phone),
})
export type CompanyForPages = ReturnType<typeof forPages>
