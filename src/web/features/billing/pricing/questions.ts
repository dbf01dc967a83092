/** What people ask before they pay. Each answer is a rule of this product, not a wish. */
export const QUESTIONS: readonly { question: string; answer: string }[] = [
  {
    question: 'How does the free trial work?',
    answer:
      'The Starter plan is free for 7 days and asks for no card. On day 5 and on day 7 the product itself tells you that the trial ends. If you do not subscribe, the free limits apply from then on, and nothing you made is deleted.',
  },
  {
    question: 'What can I do without a plan?',
    answer:
      'Browse everything, try agents on your own documents (ten runs a day without an account), and keep one agent with 500 MB of storage and 500 API calls per month. Agents that cost something per run are paid for per run, with or without a plan.',
  },
  {
    question: 'What do larger plans add for a team?',
    answer:
      'More people in a workspace, more agents, storage and API calls, and quicker support. Roles, spending limits for each person, the review queue and sign-off are the same in every plan.',
  },
  {
    question: 'Does single sign-on cost more?',
    answer:
      'No. Single sign-on by OpenID Connect, provisioning by SCIM 2.0, rules for models, apps and how long data is kept, and the record of who saw and changed what are part of every workspace, whatever its plan.',
  },
  {
    question: 'What happens when I reach a limit?',
    answer:
      'The request that would pass the limit is refused with a message that names the limit; what is running goes on, and nothing is charged beyond your plan. You can change to a larger plan at any time, or wait for the next month, when API calls count from zero.',
  },
  {
    question: 'Do I pay for runs that fail?',
    answer:
      'No. The price of a run is held before it starts and settled only together with a stored result. A failed or empty run releases it. You can also set the most that one run, one day or one service may cost.',
  },
  {
    question: 'Can I get my money back?',
    answer:
      'Yes. A first payment for a plan is refunded in full within 14 days of paying, and credits you have not used within 30 days of buying them. The Refund Policy says how, and how long it takes.',
  },
  {
    question: 'Do I get a GST invoice?',
    answer:
      'Every payment brings a GST invoice as a PDF, with your GSTIN when you give one, and IGST or CGST and SGST by place of supply. All prices here include 18 % GST. A refund brings a credit note.',
  },
  {
    question: 'How do I cancel?',
    answer:
      'On the Subscription page, in two clicks. The plan stays until the end of the period you have paid for and does not renew. Your agents, runs and documents stay; the free limits apply.',
  },
  {
    question: 'How can I pay?',
    answer:
      'By card, UPI or net banking in Indian rupees. The rules of the Reserve Bank ask you to confirm each renewal above ₹15,000 yourself: we send a payment link first, with a reminder and time to pay.',
  },
]
