/** Questions to the sample help centre, held out: the article that answers, or null where none does. */

export const QUESTIONS: readonly (readonly [question: string, article: string | null])[] = [
  ['When will I get my money back after returning a chair?', 'Refunds'],
  ['My vase arrived broken, what should I do?', 'Damaged or wrong item'],
  ['How long is the sign-in code valid?', 'Signing in'],
  ['Can I pay in instalments?', 'Paying'],
  ['Is my solid wood table under warranty?', 'Warranty'],
  ['Do you assemble beds at home?', 'Assembly'],
  ['How many days do I have to return furniture?', 'Returns'],
  ['Can you add our GSTIN after shipping?', 'GST invoice for a business'],
  ['My pin code is wrong on the parcel, can it be changed?', 'Changing the delivery address'],
  ['How long does delivery take outside metro cities?', 'Order status and delivery'],
  ['What happens after five wrong codes?', 'Signing in'],
  ['Are mattresses returnable?', 'Returns'],
  ['Is cash on delivery possible for 15,000 rupees?', 'Paying'],
  ['Do you buy old furniture?', null],
  ['Who is the founder of the company?', null],
  ['Do you deliver to Nepal?', null],
  ['Can I visit a showroom in Kochi?', null],
  ['Do you sell gift cards?', null],
]
