/** What people did in an account, as plain data: pages read it without a schema library (decision 0363). */
export const ACTIVITY_KINDS = [
  'seen',
  'started',
  'decided',
  'signed',
  'asked',
  'shared',
  'exported',
  'deleted',
  'managed',
] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

export const ACTIVITY = {
  page: 50,
  most_per_page: 200,
  counted: 10_000,
  found_documents: 200,
  search_chars: 200,
  exports_per_hour: 60,
} as const

export const ACTIVITY_FORMATS = ['csv', 'json'] as const
