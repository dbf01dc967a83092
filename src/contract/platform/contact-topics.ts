/** What people write to the firm about. Plain data: the form offers what the server takes. */
export const CONTACT_TOPICS = ['help', 'enterprise', 'sales', 'demo', 'privacy', 'grievance'] as const
export type ContactTopic = (typeof CONTACT_TOPICS)[number]

export const TOPIC_NAMES = {
  help: 'Help Center',
  enterprise: 'Enterprise Solutions',
  sales: 'Plan sales',
  demo: 'Book a demo',
  privacy: 'Privacy and personal data',
  grievance: 'Grievance',
} as const satisfies Record<ContactTopic, string>

/** In characters; messages an hour per sender, and per e-mail address. */
export const CONTACT_LIMITS = { name: 120, email: 254, message: 5000 } as const
