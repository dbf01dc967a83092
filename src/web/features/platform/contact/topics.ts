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
    intro: 'Something does not work, or you cannot find how it is done? Tell us, and a person answers.',
    help: 'What did you do, what happened, and what did you expect? The address of the page helps us most.',
  },
  enterprise: {
    heading: 'Enterprise Solutions',
    intro: 'Many people, your own servers, special terms: tell us what you need, and we make an offer.',
    help: 'How many people, which documents, and what your security team will ask about.',
  },
  sales: {
    heading: 'Talk to sales',
    intro: 'Questions about plans, prices, invoices or a change of plan.',
    help: 'What you would like to know, and roughly how much you will use.',
  },
  demo: {
    heading: 'Book a demo',
    intro: 'We show you the product on documents like yours, in half an hour, by video call.',
    help: 'Two or three times that suit you, with your time zone, and what you would like to see.',
  },
  privacy: {
    heading: 'Privacy and personal data',
    intro: 'See, correct or erase the data we hold about you, or withdraw a consent.',
    help: 'What you ask for, and for which account. We may ask you to prove that it is yours.',
  },
  grievance: {
    heading: 'Grievance',
    intro: 'Your complaint goes to the grievance officer, who answers it within the time the law gives.',
    help: 'What happened and when, and what would put it right. Name the order or invoice if there is one.',
  },
}

/** With a topic in the address the page speaks of it; without one it is the general contact page. */
const GENERAL: Words = { ...WORDS.help, heading: 'Contact us', intro: 'Write to us about anything. A person answers.' }

export const topicOf = (text: string | null): ContactTopic | null =>
  CONTACT_TOPICS.find((topic) => topic === text) ?? null
export const planOf = (text: string | null): string | null => PLANS.find(({ id }) => id === text)?.id ?? null

export function wordsOf(topic: ContactTopic | null, plan: string | null): Words {
  if (topic === null) return GENERAL
  const name = topic === 'sales' ? PLANS.find(({ id }) => id === plan)?.name : undefined
  return name === undefined ? WORDS[topic] : { ...WORDS[topic], heading: `Talk to sales about ${name}` }
}

export const TOPIC_OPTIONS = CONTACT_TOPICS.map((value) => ({ value, label: TOPIC_NAMES[value] }))
export const PLAN_OPTIONS = [
  { value: '', label: 'No particular plan' },
  ...PLANS.map(({ id, name }) => ({ value: id, label: name })),
]
