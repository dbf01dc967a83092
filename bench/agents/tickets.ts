/** Tickets held out: written after the rules, with the category a support lead would choose. Never used to change them. */

export const TICKETS: readonly { text: string; category: string; high: boolean }[] = [
  { text: 'I have been billed ₹999 for a plan I never chose. Please look at it.', category: 'billing', high: false },
  { text: 'Give my money back, the blender does not match the picture.', category: 'refund', high: false },
  { text: 'It says my password is incorrect although I changed it this morning.', category: 'account', high: false },
  { text: 'The app closes by itself as soon as I open the camera.', category: 'technical', high: false },
  {
    text: 'Nobody came with the fridge although delivery was promised for Tuesday.',
    category: 'delivery',
    high: false,
  },
  { text: 'I do not want to continue, end my membership from next month.', category: 'cancellation', high: false },
  {
    text: 'There are transactions on my wallet that I did not authorise, block it immediately!',
    category: 'security',
    high: true,
  },
  {
    text: 'A calendar view would be really useful for our team, please consider adding it.',
    category: 'feature_request',
    high: false,
  },
  { text: 'What are the steps to add a second user to my workspace?', category: 'how_to', high: false },
  { text: 'Please share a quotation for 200 licences for our school.', category: 'sales', high: false },
  {
    text: 'Your agent shouted at my mother on the phone. I want to file a complaint with your manager.',
    category: 'complaint',
    high: false,
  },
  { text: 'Invoice INV-2231 shows the wrong GSTIN, kindly correct and resend.', category: 'billing', high: false },
  { text: 'OTP nahi aa raha hai, login kaise karu?', category: 'account', high: false },
  {
    text: 'Checkout page throws error 500 for all our customers, we are losing sales, fix it asap',
    category: 'technical',
    high: true,
  },
  { text: 'The courier left my parcel with a neighbour I do not know.', category: 'delivery', high: false },
  { text: 'I returned the shoes ten days ago and still no refund in my account.', category: 'refund', high: false },
  { text: 'Is it possible to download all my photos at once?', category: 'how_to', high: false },
  { text: 'Got a call asking for my card PIN in your name. Is this a scam?', category: 'security', high: true },
  { text: 'पार्सल अभी तक नहीं आया, ट्रैकिंग भी नहीं दिख रही', category: 'delivery', high: false },
  { text: 'Why is GST charged on shipping as well?', category: 'billing', high: false },
  { text: 'My reports take five minutes to load since the last update.', category: 'technical', high: false },
  { text: 'Do you offer a discount for non-profits? We would like a demo next week.', category: 'sales', high: false },
  { text: 'Please stop the automatic renewal of my subscription.', category: 'cancellation', high: false },
  { text: 'Great product, just wish there was an option to sort by date.', category: 'feature_request', high: false },
]
