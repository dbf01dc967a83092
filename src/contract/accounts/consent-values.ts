/** Consent to being counted (DPDP Act 2023, s. 5 and 6), as plain data. */

export const PURPOSES = ['analytics'] as const
export type Purpose = (typeof PURPOSES)[number]

/** Counts the wordings of the notice: who agreed to an older one is asked again. */
export const CONSENT_VERSION = 1

/** What is counted, for what, and for how long, item by item. */
export const CONSENT_ITEMS = [
  'Which pages and agents are opened, what people search for and which features they use',
  'Stored on this server for 13 months under a random number that ends with your visit: no name, address or IP',
  'Passed on, just as anonymously, to an analytics service if this company has set one up',
  'Used only to see what works and what breaks. Your documents and results are never included',
] as const
