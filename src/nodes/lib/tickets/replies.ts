/** Who takes a ticket of a category, and a reply to start from. */
import type { TicketCategory } from './lexicon.ts'

export interface Reply {
  /** Which team takes it. */
  queue: string
  /** With {name} for the customer. */
  text: string
}

export const REPLIES: Record<TicketCategory, Reply> = {
  refund: {
    queue: 'Payments',
    text: 'Hello {name},\n\nI am sorry this did not work out. I have noted your request for a refund. Please send the order number and, if you paid by UPI, the reference number; refunds reach the same account within 5 to 7 working days once approved.',
  },
  billing: {
    queue: 'Payments',
    text: 'Hello {name},\n\nThank you for writing. I am checking the charge with our payments team. Please send the invoice or transaction number and the date, and I will come back to you with what was charged and why.',
  },
  account: {
    queue: 'Accounts',
    text: 'Hello {name},\n\nYou can ask for a new password or code on the sign-in page. If no mail or SMS arrives within ten minutes, tell me the e-mail or mobile number of the account (never the password or OTP) and I will look into it.',
  },
  technical: {
    queue: 'Technical support',
    text: 'Hello {name},\n\nI am sorry for the trouble. Please tell me what you did just before, the exact words of the error, and your device or browser; a picture of the screen helps. I am looking at it with our engineers.',
  },
  delivery: {
    queue: 'Logistics',
    text: 'Hello {name},\n\nI am checking where your order is. Please send the order number and the pin code of delivery, and I will tell you the expected day or arrange a replacement.',
  },
  cancellation: {
    queue: 'Retention',
    text: 'Hello {name},\n\nI will cancel it as you wish. Please confirm the account or order it is about. You keep what you have paid for until the end of the period, and nothing further will be charged.',
  },
  security: {
    queue: 'Security',
    text: 'Hello {name},\n\nThank you for telling us at once. Please change your password, sign out of other devices, and share no code with anyone. Our security team is looking at this first; if money left your bank account, call 1930 and your bank now.',
  },
  feature_request: {
    queue: 'Product',
    text: 'Hello {name},\n\nThank you for the idea. I have passed it to our product team with your words. I cannot promise a date, and will write to you if it is built.',
  },
  how_to: {
    queue: 'First line',
    text: 'Hello {name},\n\nThank you for asking. Here is how it is done: [steps]. Tell me where you get stuck and I will go through it with you.',
  },
  sales: {
    queue: 'Sales',
    text: 'Hello {name},\n\nThank you for your interest. Please tell me how many people would use it and what for, and I will send an offer including GST.',
  },
  complaint: {
    queue: 'Customer care lead',
    text: 'Hello {name},\n\nI am sorry: this is not the service you should get. I have taken this over myself. Please allow me to go through what happened; I will come back to you with an answer within one working day.',
  },
  other: {
    queue: 'First line',
    text: 'Hello {name},\n\nThank you for writing. Please tell me a little more about what you need, and I will help or bring you to the right colleague.',
  },
}
