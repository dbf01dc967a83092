/** Limits of what a seller writes about an agent, and of its price. Plain data. Money in paise, GST included. */

/** Pictures that a listing may have, by their lucide names. */
export const AGENT_ICONS = [
  'bot',
  'file-text',
  'file-search',
  'file-check',
  'clipboard-list',
  'stethoscope',
  'shield-check',
  'scale',
  'receipt',
  'banknote',
  'headset',
  'message-circle-question',
] as const

/** Characters of the name of a test case. */
export const EVALUATION_NAME = 80

export const PUBLISHING = {
  name: 120,
  tagline: 200,
  description: 10_000,
  how_it_works: 5000,
  disclaimer: 300,
  tags: 12,
  tag: 40,
  /** Categories in addition to the main one. */
  more_categories: 2,
  points: 20,
  point: 200,
  samples: 6,
  sample_title: 80,
  sample_bytes: 200_000,
  changelog: 2000,
  reason: 2000,
  note: 1000,
  notice: 300,
  /** Changes of notices, an hour and agent. */
  notices_per_hour: 20,
  trial_runs: 100,
  /** ₹1 and ₹1,00,000. */
  least_paise: 100,
  most_paise: 10_000_000,
  /** Running buyers hear of a higher price this long before it holds for them. */
  price_notice_days: 14,
  /** Runs of samples by the platform, an hour and seller. */
  sample_runs_per_hour: 120,
} as const

/** Test cases of a workflow: how many there are, how large one may be in JSON, and how often an hour they are run. */
/** Of a test case that is made of a run people decided about: its texts are read for personal data in one go. */
export const REVIEWED_CASE = { characters: 100_000, texts: 200 } as const

export const EVALUATIONS = { cases: 50, name: EVALUATION_NAME, case_bytes: 100_000, per_hour: 20, kept: 20 } as const
