/** The record of a run, as plain data: pages read it without a schema library. */
export const RECORD_KINDS = [
  'started',
  'ended',
  'opened',
  'decided',
  'signed_off',
  'reopened',
  'asked_by_link',
  'answered',
  'shared',
  'share_ended',
  'exported',
  'record_downloaded',
  'revealed',
  'unmasked',
  'link_withdrawn',
  'claimed',
  'result_accepted',
  'result_rejected',
  'moved',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

export const RECORD_FORMATS = ['pdf', 'json'] as const
export type RecordFormat = (typeof RECORD_FORMATS)[number]

/** Why something of an entry isn’t shown. `second_reading`: readers who don’t see each other are at work. */
export const RECORD_WITHHELD = ['deleted', 'second_reading'] as const
export type RecordWithheld = (typeof RECORD_WITHHELD)[number]

/** Entries of a PDF; the JSON file has all. */
export const RECORD_PDF_ENTRIES = 3000
