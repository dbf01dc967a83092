import { PLANS } from '#contract/billing/plans.ts'
import { CONTACT_TOPICS, type ContactTopic, TOPIC_NAMES } from '#contract/platform/contact-topics.ts'
import { t } from '#web/lib/language.ts'

interface Words {
  heading: string
  intro: string
  /** Under the message. */
  help: string
}

const words = (): Record<ContactTopic, Words> => ({
  help: {
    heading: t('Help Center'),
    intro: t('Something isn’t working, or you can’t find how to do it? Tell us, and a person will answer.'),
    help: t('What did you do, what happened, and what did you expect? The page’s address helps us most.'),
  },
  enterprise: {
    heading: t('Enterprise Solutions'),
    intro: t('Many users, your own servers, special terms: tell us what you need, and we’ll make an offer.'),
    help: t('How many users, which documents, and what your security team will ask about.'),
  },
  sales: {
    heading: t('Talk to sales'),
    intro: t('Questions about plans, prices, invoices or changing your plan.'),
    help: t('What you’d like to know, and roughly how much you’ll use.'),
  },
  demo: {
    heading: t('Book a demo'),
    intro: t('A half-hour video call where we show you the product on documents like yours.'),
    help: t('Two or three times that suit you, with your time zone, and what you’d like to see.'),
  },
  privacy: {
    heading: t('Privacy and personal data'),
    intro: t('See, correct or erase the data we hold about you, or withdraw a consent.'),
    help: t('What you’re requesting, and for which account. We may ask you to prove that it’s yours.'),
  },
  grievance: {
    heading: t('Grievance'),
    intro: t('Your complaint goes to the grievance officer, who answers it within the time the law gives.'),
    help: t('What happened and when, and what would resolve it. Mention the order or invoice if there is one.'),
  },
})

/** With a topic in the address the page speaks of it; without one it is the general contact page. */
const general = (): Words => ({
  ...words().help,
  heading: t('Contact us'),
  intro: t('Write to us about anything. A person will answer.'),
})

export const parseTopic = (text: string | null): ContactTopic | null =>
  CONTACT_TOPICS.find((topic) => topic === text) ?? null
export const parsePlan = (text: string | null): string | null => PLANS.find(({ id }) => id === text)?.id ?? null

export function topicTexts(topic: ContactTopic | null, plan: string | null): Words {
  if (topic === null) return general()
  const name = topic === 'sales' ? PLANS.find(({ id }) => id === plan)?.name : undefined
  return name === undefined
    ? words()[topic]
    : { ...words()[topic], heading: t('Talk to sales about {plan}', { plan: name }) }
}

export const topicOptions = () => CONTACT_TOPICS.map((value) => ({ value, label: t(TOPIC_NAMES[value]) }))
export const planOptions = () => [
  { value: '', label: t('Not sure yet') },
  ...PLANS.map(({ id, name }) => ({ value: id, label: name })),
]
