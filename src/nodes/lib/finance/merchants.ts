/** Names that stand in bank statements, by what the money is for. Lower case, whole words; longer names before shorter ones of the same beginning do not matter. */

export const CATEGORIES = [
  'salary',
  'business_income',
  'interest',
  'refund',
  'rent',
  'loan_emi',
  'credit_card',
  'utilities',
  'groceries',
  'food',
  'transport',
  'fuel',
  'travel',
  'shopping',
  'health',
  'education',
  'insurance',
  'investment',
  'tax',
  'bank_charges',
  'entertainment',
  'cash',
  'cheque',
  'transfer',
  'other',
] as const
export type Category = (typeof CATEGORIES)[number]

const NAMES: Partial<Record<Category, string>> = {
  food: 'swiggy|zomato|dominos|domino|mcdonald|mcdonalds|kfc|pizza|burger|starbucks|cafe|coffee|restaurant|barbeque|haldiram|chaayos|eatsure|faasos|biryani|bakery|dhaba|hotel saravana|udupi|eatclub|dunzo daily',
  groceries:
    'bigbasket|blinkit|zepto|grofers|dmart|d mart|avenue supermarts|reliance fresh|reliance smart|more retail|spencers|star bazaar|jiomart|licious|country delight|milkbasket|kirana|supermarket|provision|instamart|natures basket|ratnadeep|milk|vegetables',
  shopping:
    'amazon|flipkart|myntra|ajio|nykaa|meesho|tata cliq|snapdeal|decathlon|ikea|croma|reliance digital|vijay sales|lifestyle|shoppers stop|westside|pantaloons|max fashion|zara|titan|tanishq|lenskart|pepperfry|firstcry|h and m',
  transport:
    'uber|ola|olacabs|rapido|namma metro|bmrcl|dmrc|delhi metro|metro rail|fastag|netc|best undertaking|bmtc|msrtc|ksrtc|parking|blusmart|toll|nammayatri',
  travel:
    'irctc|indian railways|makemytrip|goibibo|cleartrip|yatra|ixigo|redbus|indigo|interglobe|air india|vistara|spicejet|akasa|oyo|airbnb|booking com|taj hotels|agoda',
  fuel: 'hpcl|bpcl|iocl|indian oil|indianoil|hindustan petroleum|bharat petroleum|petrol|petroleum|shell|nayara|fuel|filling station|essar oil',
  utilities:
    'bescom|msedcl|mahavitaran|tata power|adani electricity|bses|tneb|tangedco|kseb|torrent power|electricity|water board|bwssb|delhi jal|mahanagar gas|indraprastha gas|igl|mgl|gail gas|indane|hp gas|bharat gas|airtel|jio|vodafone|vi postpaid|idea|bsnl|act fibernet|hathway|tata play|tata sky|dish tv|d2h|broadband|recharge|billdesk|bill payment|postpaid|prepaid|society maintenance|maintenance charges|property tax bill',
  entertainment:
    'netflix|hotstar|prime video|spotify|gaana|sonyliv|zee5|bookmyshow|pvr|inox|cinepolis|youtube|google play|apple com|steam|playstation|dream11|wonderla',
  health:
    'apollo|pharmacy|pharmeasy|1mg|netmeds|medplus|medical|hospital|clinic|diagnostic|diagnostics|thyrocare|lal path|lalpathlabs|practo|fortis|manipal|max healthcare|narayana|dental|chemist|cult fit|cultfit|wellness',
  education:
    'school|college|university|byjus|unacademy|vedantu|upgrad|coursera|udemy|tuition|academy|institute|fees edu|exam fee|physics wallah|simplilearn',
  insurance:
    'lic|lic of india|life insurance|hdfc life|icici prudential|sbi life|max life|star health|bajaj allianz|niva bupa|care health|policybazaar|acko|digit insurance|new india assurance|insurance|premium',
  investment:
    'zerodha|groww|upstox|kuvera|angel one|angel broking|indian clearing corp|iccl|bse star|mutual fund|sip|nps|ppf|cams|kfintech|coin|smallcase|paytm money|5paisa|motilal|fixed deposit|recurring deposit|rd installment|fd booking|gold bond|et money',
  loan_emi:
    'bajaj finance|bajaj finserv|home credit|hdb financial|tata capital|muthoot|manappuram|home loan|car loan|personal loan|loan|emi|fullerton|idfc first loan|lending|housing finance|cholamandalam|aditya birla finance|dhani|kreditbee|navi finserv',
  credit_card: 'credit card|cred|cred club|card payment|cc payment|autopay cc|sbi card|amex|american express|onecard',
  tax: 'income tax|tds|cbdt|gst payment|gst|direct tax|advance tax|oltas|cbic|property tax|professional tax|stamp duty|traffic challan|itns|epfo|esic|mca',
  rent: 'rent|landlord|nobroker|house rent|pg rent|lease rent|office rent|co working|wework',
  bank_charges:
    'charges|charge|chrg|chg|fee|fees|penalty|min bal|minimum balance|annual fee|amc|sms alerts|consolidated charges|service charge|ach return|ecs return|dp charges|imps commission|cheque book|non maintenance|gst on charges|debit card annual fee|cash handling|folio',
  refund: 'refund|reversal|rev|reversed|cashback|chargeback|rtn|returned',
  interest: 'interest|int pd|int paid|int credit|credit interest|sbint|fd int|interest paid|dividend',
  salary: 'salary|sal|payroll|wages|stipend|bonus|sal credit',
}

/** Name → category, and the words of every name together for one pass over a narration. */
const byName = new Map<string, Category>(
  CATEGORIES.flatMap((category) =>
    (NAMES[category] ?? '')
      .split('|')
      .filter(Boolean)
      .map((name) => [name, category] as const),
  ),
)

const LONGEST_NAME = Math.max(...[...byName.keys()].map((name) => name.split(' ').length))

export interface NamedMerchant {
  name: string
  category: Category
}

/** Every known name among the words of a narration, longest first at each place. Linear. */
export function namesIn(words: readonly string[]): NamedMerchant[] {
  const found: NamedMerchant[] = []
  for (let at = 0; at < words.length; at++) {
    for (let length = Math.min(LONGEST_NAME, words.length - at); length > 0; length--) {
      const name = words.slice(at, at + length).join(' ')
      const category = byName.get(name)
      if (category === undefined) continue
      found.push({ name, category })
      at += length - 1
      break
    }
  }
  return found
}
