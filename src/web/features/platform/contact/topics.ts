import { PLANS } from '#contract/billing/plans.ts'
import { CONTACT_TOPICS, type ContactTopic, TOPIC_NAMES } from '#contract/platform/contact-topics.ts'

interface Words {
  heading: string
  intro: string
  /** Under the message. */
  help: string
}

const WORDS: Record<ContactTopic, Words> = {
  help: {
    heading: 'Help Center',
    intro: 'Something isn’t working, or you can’t find how to do it? Tell us, and a person will answer.',
    help: 'What did you do, what happened, and what did you expect? The page’s address helps us most.',
  },
  enterprise: {
    heading: 'Enterprise Solutions',
    intro: 'Many users, your own servers, special terms: tell us what you need, and we’ll make an offer.',
    help: 'How many users, which documents, and what your security team will ask about.',
  },
  sales: {
    heading: 'Talk to sales',
    intro: 'Questions about plans, prices, invoices or changing your plan.',
    help: 'What you’d like to know, and roughly how much you’ll use.',
  },
  demo: {
    heading: 'Book a demo',
    intro: 'A half-hour video call where we show you the product on documents like yours.',
    help: 'Two or three times that suit you, with your time zone, and what you’d like to see.',
  },
  privacy: {
    heading: 'Privacy and personal data',
    intro: 'See, correct or erase the data we hold about you, or withdraw a consent.',
    help: 'What you’re requesting, and for which account. We may ask you to prove that it’s yours.',
  },
  grievance: {
    heading: 'Grievance',
    intro: 'Your complaint goes to the grievance officer, who answers it within the time the law gives.',
    help: 'What happened and when, and what would resolve it. Mention the order or invoice if there is one.',
  },
}

/** With a topic in the address the page speaks of it; without one it is the general contact page. */
const GENERAL: Words = {
  ...WORDS.help,
  heading: 'Contact us',
  intro: 'Write to us about anything. A person will answer.',
}

export const parseTopic = (text: string | null): ContactTopic | null =>
  CONTACT_TOPICS.find((topic) => topic === text) ?? null
export const parsePlan = (text: string | null): string | null => PLANS.find(({ id }) => id === text)?.id ?? null

export function topicTexts(topic: ContactTopic | null, plan: string | null): Words {
  if (topic === null) return GENERAL
  const name = topic === 'sales' ? PLANS.find(({ id }) => id === plan)?.name : undefined
  return name === undefined ? WORDS[topic] : { ...WORDS[topic], heading: `Talk to sales about ${name}` }
}

export const TOPIC_OPTIONS = CONTACT_TOPICS.map((value) => ({ value, label: TOPIC_NAMES[value] }))
export const PLAN_OPTIONS = [
  { value: '', label: 'Not sure yet' },
  ...PLANS.map(({ id, name }) => ({ value: id, label: name })),
]
