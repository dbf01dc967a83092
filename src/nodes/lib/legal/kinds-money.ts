/** Clause kinds about money: price, tax, delay and deposits. */
import type { ClauseKind } from './kind.ts'
import { highestYearlyRate, longestMonths } from './quantities.ts'

export const MONEY: readonly ClauseKind[] = [
  {
    kind: 'payment_terms',
    title: 'Payment',
    heading: [
      /^(?:fees?|payments?|consideration|charges|pricing|price|compensation|remuneration|rent|invoic(?:es|ing)|salary|commercials?|commercial terms|professional fees|service fees|licen[cs]e fees?|subscription fees?|royalt(?:y|ies)|monthly rent|contract price|purchase price|billing)\b/i,
      /\b(?:payment terms|terms of payment|fees and payment|payment of (?:fees|rent)|and payment|and remuneration|payment schedule|and invoicing)\b/i,
    ],
    body: [
      /\b(?:shall|will|agrees to|undertakes to|must|agree to) (?:promptly |duly |regularly )?pay\b[^.;]{0,120}\b(?:fees?|rent|salary|consideration|charges|invoices?|remuneration|sum|amount|price|royalt(?:y|ies)|subscription|stipend|compensation|rs\.?|inr|usd)\b/i,
      /\b(?:invoices?|fees?|bills?|charges|rent)\b[^.;]{0,60}\b(?:shall|will|must|is|are) (?:be )?(?:paid|payable|due|raised|issued)\b/i,
      /\b(?:payable|paid|due) (?:monthly |quarterly |annually |in advance )?(?:within|on or before|no later than|not later than|by the|in advance|in arrears|on the)\b[^.;]{0,80}\b(?:invoice|receipt|day|days|month|date)\b/i,
      /\b(?:monthly|annual|yearly|quarterly|fixed|basic|gross|total|one-time) (?:fee|rent|salary|charges|retainer|remuneration|compensation|ctc|consideration|subscription fee|licen[cs]e fee)\b[^.;]{0,60}\b(?:of|is|shall be|will be|at)\b[^.;]{0,20}(?:₹|rs\.?|inr|usd|\$|rupees|\d)/i,
    ],
    not: /\b(?:indemnif|service credits?|interest (?:at|@)|late fee|taxes|deposit|penalty|liquidated|premium|damages|gst)\b/i,
    query: 'The client shall pay the fees within thirty days of receipt of a valid invoice.',
    expected_in: ['services', 'employment', 'lease', 'licence'],
    if_missing: 'Nothing says what is paid, when and against which invoice.',
    risks: [
      {
        rule: 'payment_late_term',
        level: 'medium',
        reason:
          'Payment falls due later than 45 days; the MSMED Act 2006 (section 15) allows a micro or small supplier at most 45 days.',
        sentence: (text) =>
          /\b(?:invoice|receipt)\b/i.test(text) &&
          /\bpa(?:y|id|yable|yment)/i.test(text) &&
          longestMonths(text) > 45.5 * (12 / 365),
        indian: true,
      },
      {
        rule: 'payment_non_refundable',
        level: 'low',
        reason: 'What has been paid is not returned, even when the contract ends early.',
        sentence: /\bnon-?refundable\b|\bno refunds?\b|\bnot be refund/i,
      },
      {
        rule: 'price_change_unilateral',
        level: 'high',
        reason: 'One party may change the price on its own.',
        sentence:
          /\b(?:may|reserves? the right to|is entitled to|at its (?:sole )?discretion)\b[^.;]{0,80}\b(?:increase|revise|change|modify|amend)\b[^.;]{0,40}\b(?:fees?|prices?|charges|rent|rates?|subscription)\b/i,
        unless: /\bmutual|\bprior written consent|\bterminate\b/i,
      },
    ],
  },
  {
    kind: 'late_payment',
    title: 'Late payment and interest',
    heading: [/\b(?:late (?:payments?|fees?)|delayed payments?|interest(?: on (?:late|delayed|overdue))?|overdue)\b/i],
    body: [
      /\binterest\b[^.;]{0,80}(?:%|\bper ?cent\b|\bpercent\b|\brate\b)/i,
      /\b(?:late|delayed|overdue|unpaid|past due)\b[^.;]{0,80}\b(?:interest|late fee|penalty|surcharge)\b/i,
      /\blate (?:payment )?(?:fee|charge|penalty)s?\b/i,
    ],
    not: /\b(?:deposit|shall not (?:bear|carry)|free of interest|interest-free|conflict of interest|shares?|equity)\b/i,
    query: 'Overdue amounts bear interest at the rate of eighteen percent per annum until paid.',
    expected_in: ['services', 'lease'],
    if_missing: 'Nothing says what happens to a payment that comes late; only the general law applies.',
    risks: [
      {
        rule: 'interest_penal',
        level: 'high',
        reason:
          'Interest above 24 % a year reads as a penalty; under section 74 of the Indian Contract Act only reasonable compensation can be recovered.',
        sentence: (text) => highestYearlyRate(text) > 24,
        indian: true,
      },
      {
        rule: 'interest_high',
        level: 'medium',
        reason: 'Interest above 18 % a year is more than is usual.',
        sentence: (text) => highestYearlyRate(text) > 18 && highestYearlyRate(text) <= 24,
      },
      {
        rule: 'interest_compound',
        level: 'medium',
        reason: 'Interest is charged on interest.',
        sentence: /\bcompound(?:ed|ing)?\b/i,
      },
    ],
  },
  {
    kind: 'taxes',
    title: 'Taxes and GST',
    heading: [
      /^(?:taxes|tax|gst|duties|withholding|tds|goods and services tax|tax(?:es)? (?:and|&))\b/i,
      /\b(?:and|&) taxes$/i,
    ],
    body: [
      /\b(?:exclusive|inclusive) of (?:all |any |applicable )*(?:taxes|gst|goods and services? tax|duties|vat|tax)\b/i,
      /\b(?:gst|goods and services? tax|service tax|vat|withholding tax|tds|tax(?:es)? deducted at source|sales tax)\b[^.;]{0,120}\b(?:extra|borne|paid|payable|deduct|applicable|charged|added|levied|separately|actuals)/i,
      /\b(?:deduct(?:ion)?|withh?o?l?d?)\b[^.;]{0,60}\b(?:tax|tds|taxes)\b/i,
      /\btaxes\b[^.;]{0,60}\b(?:shall|will) be (?:borne|paid|payable|the responsibility)/i,
      /\b(?:pay|bear|responsible for|liable for)\b[^.;]{0,60}\b(?:taxes|duties|cess|levies|municipal tax|property tax)\b/i,
    ],
    query:
      'All fees are exclusive of goods and services tax, which is charged extra; tax is deducted at source where the law requires.',
    expected_in: ['services', 'lease', 'licence'],
    if_missing: 'Nothing says whether prices include GST and who bears it.',
    risks: [
      {
        rule: 'tax_gross_up',
        level: 'medium',
        reason: 'The payer must make up for withheld tax (gross-up), which raises the price.',
        sentence: /\bgross(?:ed)?[- ]?up\b|\bwithout (?:any )?(?:deduction|set-off)[^.;]{0,60}\btax/i,
      },
    ],
  },
  {
    kind: 'expenses',
    title: 'Expenses',
    heading: [/^(?:expenses|reimbursements?|out-of-pocket)/i, /\b(?:and|&) expenses$/i],
    body: [
      /\breimburses?\b[^.;]{0,100}\b(?:expenses?|costs?|travel|out-of-pocket)/i,
      /\b(?:out-of-pocket|travel(?:ling)?) (?:and [a-z]{3,14} )?expenses?\b[^.;]{0,80}\b(?:reimburs|borne|paid|approved)/i,
    ],
    query: 'The client reimburses reasonable pre-approved out-of-pocket and travel expenses.',
    expected_in: [],
    if_missing: '',
    risks: [],
  },
  {
    kind: 'security_deposit',
    title: 'Security deposit',
    heading: [/\b(?:security|interest-free|refundable|rent) deposit\b/i, /^deposit\b/i],
    body: [/\b(?:security|refundable|interest-free|caution) (?:refundable )?(?:security )?deposit\b/i],
    query: 'The lessee pays an interest-free refundable security deposit, returned when the premises are vacated.',
    expected_in: ['lease'],
    if_missing: 'Nothing says how much deposit is held and when it comes back.',
    risks: [
      {
        rule: 'deposit_forfeit',
        level: 'medium',
        reason:
          'The deposit can be forfeited; section 74 of the Indian Contract Act limits that to reasonable compensation.',
        sentence: /\bforfeit/i,
        indian: true,
      },
      {
        rule: 'deposit_non_refundable',
        level: 'high',
        reason: 'The deposit is not returned.',
        sentence: /\bnon-?refundable\b/i,
      },
    ],
  },
  {
    kind: 'liquidated_damages',
    title: 'Liquidated damages and penalties',
    heading: [/\bliquidated damages\b/i, /^penalt(?:y|ies)\b/i, /\b(?:service credits|delay penalt(?:y|ies))\b/i],
    body: [
      /\bliquidated damages\b/i,
      /\b(?:early )?(?:termination|cancellation|break-?up) (?:fee|payment|charge|penalty)s?\b/i,
      /\b(?:by way of|as a|as) penalty\b/i,
      /\bpenalty of\b/i,
      /\bservice credits?\b[^.;]{0,80}(?:%|\bequal|\bcalculated|\bentitled)/i,
      /\bgenuine pre-?estimate\b/i,
    ],
    not: /\bpenalty of perjury|without (?:any )?(?:penalty|liquidated)\b/i,
    query:
      'For each week of delay the supplier pays liquidated damages of one percent of the contract value, as a genuine pre-estimate of loss.',
    expected_in: [],
    if_missing: '',
    risks: [
      {
        rule: 'damages_uncapped',
        level: 'high',
        reason: 'Damages for delay or breach grow without an upper limit.',
        clause: /\bliquidated damages|\bpenalty/i,
        unless: /\b(?:maximum|subject to (?:a )?(?:cap|limit)|not exceed|upto|up to a|capped|exceeding|lump ?sum)\b/i,
      },
      {
        rule: 'penalty',
        level: 'medium',
        reason:
          'The sum is called a penalty; section 74 of the Indian Contract Act allows only reasonable compensation up to that sum.',
        sentence: /\bpenalty\b/i,
        indian: true,
      },
    ],
  },
  {
    kind: 'most_favoured',
    title: 'Most favoured customer',
    heading: [/\bmost[- ]favou?red\b/i],
    body: [
      /\bmost[- ]favou?red (?:nation|customer|licensee|party)\b/i,
      /\b(?:lower|lowest|more favou?rable|better) (?:prices?|rates?|terms|royalt[a-z]{1,3}|fees?)\b[^.;]{0,100}\b(?:other|third|any) (?:customers?|part(?:y|ies)|licensees?|person|distributors?)\b/i,
      /\b(?:no|not|at least as) (?:less )?favou?rable (?:to [a-z ]{2,30} )?(?:than|as) (?:those|the|any)\b[^.;]{0,80}\b(?:other|third|customers?|offered)\b/i,
    ],
    query: 'The supplier gives prices and terms no less favourable than those offered to any other customer.',
    expected_in: [],
    if_missing: '',
    risks: [
      {
        rule: 'most_favoured',
        level: 'low',
        reason: 'The best price given to anyone must be given here too: this binds pricing elsewhere.',
        clause: /./,
      },
    ],
  },
]
