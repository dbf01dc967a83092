/** The lines of financial statements by Schedule III of the Companies Act 2013, the words they are printed by, and the sections they stand in. */

export const STATEMENTS = ['profit_and_loss', 'balance_sheet', 'cash_flow'] as const
export type StatementKind = (typeof STATEMENTS)[number]

export const SECTIONS = [
  'non_current_assets',
  'current_assets',
  'equity',
  'non_current_liabilities',
  'current_liabilities',
  'none',
] as const
export type SectionName = (typeof SECTIONS)[number]

export interface LineName {
  key: string
  title: string
  statement: StatementKind
  pattern: RegExp
  /** Only inside one of these sections. */
  in?: readonly SectionName[]
}

const line = (
  key: string,
  title: string,
  statement: StatementKind,
  pattern: RegExp,
  within?: readonly SectionName[],
): LineName => ({
  key,
  title,
  statement,
  pattern,
  ...(within && { in: within }),
})

const PL = 'profit_and_loss'
const BS = 'balance_sheet'
const CF = 'cash_flow'

/** The first that fits is the line: totals and narrower names come before wider ones. */
export const LINE_NAMES: readonly LineName[] = [
  line('total_income', 'Total income', PL, /^total (?:income|revenue)s?\b|^gross income$/),
  line(
    'revenue',
    'Revenue from operations',
    PL,
    /^(?:net )?(?:revenues?|sales|turnover|income)(?: from operations?| \(net\)| \(gross\))?$|^(?:net|gross) (?:sales|revenue|turnover)\b|^revenue from operations?\b|^(?:sale of (?:products|services|goods)|operating (?:revenue|income))\b|^interest earned$|^(?:fees|subscription|service) income$/,
  ),
  line('other_income', 'Other income', PL, /^other (?:operating )?income\b|^non-?operating income\b/),
  line(
    'cost_of_materials',
    'Cost of materials consumed',
    PL,
    /^(?:cost of (?:raw )?materials?|raw materials? consumed|cost of (?:goods sold|sales|revenue|services|production)|materials consumed)\b|^cogs$/,
  ),
  line('purchases', 'Purchases of stock-in-trade', PL, /^purchases?(?: of (?:stock|traded|goods|finished).*)?$/),
  line(
    'inventory_change',
    'Changes in inventories',
    PL,
    /^(?:changes? in|\(?increase\)?\/? ?\(?decrease\)? in|decrease|increase) ?\/?.{0,24}(?:inventor|stock)/,
  ),
  line('gross_profit', 'Gross profit', PL, /^gross (?:profit|margin)\b/),
  line(
    'employee_costs',
    'Employee benefits expense',
    PL,
    /^(?:employees?(?: benefits?)?|staff|salar(?:y|ies)|personnel|payments? to and provisions for employees)\b.{0,40}$/,
  ),
  line(
    'finance_costs',
    'Finance costs',
    PL,
    /^(?:finance (?:costs?|charges|expenses?)|interest (?:expenses?|and finance charges|paid|expended|cost)|borrowing costs?)\b/,
  ),
  line('depreciation', 'Depreciation and amortisation', PL, /^depreciation\b/),
  line(
    'other_expenses',
    'Other expenses',
    PL,
    /^(?:other|administrative|selling|general|operating|office)\b.{0,40}\bexpens(?:es?|e)\b/,
  ),
  line('total_expenses', 'Total expenses', PL, /^total (?:expenses?|expenditure|costs?)\b/),
  line(
    'ebitda',
    'EBITDA',
    PL,
    /^ebitda\b|^(?:earnings|profit) before (?:interest,? ?(?:tax(?:es)?)?,? ?depreciation|finance costs?,? depreciation)/,
  ),
  line(
    'operating_profit',
    'Operating profit',
    PL,
    /^(?:operating (?:profit|income)|ebit$|(?:profit|earnings) before (?:interest and tax|finance costs?))/,
  ),
  line('exceptional_items', 'Exceptional items', PL, /^(?:exceptional|extraordinary)(?: and extraordinary)? items?\b/),
  line(
    'profit_before_tax',
    'Profit before tax',
    PL,
    /^(?:profit|loss|\(loss\)|profit ?\/ ?\(?loss\)?|net profit|earnings) ?(?:\/ ?\(loss\) )?(?:for the (?:year|period) )?before (?:tax|exceptional items and tax)|^pbt$/,
  ),
  line(
    'tax',
    'Tax expense',
    PL,
    /^(?:total )?(?:tax expenses?|income tax(?: expenses?)?|provision for (?:income )?tax(?:ation)?|taxation)\b|^total tax\b/,
  ),
  line('current_tax', 'Current tax', PL, /^current tax\b(?! (?:assets|liabilit))/),
  line('deferred_tax', 'Deferred tax', PL, /^deferred tax(?: ?(?:charge|credit|\/|\().*)?$/),
  line(
    'profit_after_tax',
    'Profit after tax',
    PL,
    /^(?:(?:net )?(?:profit|loss|\(loss\)|profit ?\/ ?\(?loss\)?|surplus)(?: ?\/ ?\(loss\))? (?:after tax|for the (?:year|period))|profit after tax|net (?:profit|income|loss)|pat)\b/,
  ),
  line('eps', 'Earnings per share', PL, /^(?:basic|diluted|earnings? per (?:equity )?share|eps)\b/),

  line(
    'total_equity_and_liabilities',
    'Total equity and liabilities',
    BS,
    /^total (?:equity (?:and|&) liabilit|liabilities (?:and|&) (?:equity|shareholders|net worth)|capital (?:and|&) liabilit)|^total (?:sources of )?funds\b/,
  ),
  line('total_assets', 'Total assets', BS, /^total assets\b|^total application of funds\b/),
  line('total_current_assets', 'Total current assets', BS, /^total current assets\b/),
  line(
    'total_non_current_assets',
    'Total non-current assets',
    BS,
    /^total non-? ?current assets\b|^total fixed assets\b/,
  ),
  line('total_current_liabilities', 'Total current liabilities', BS, /^total current liabilit/),
  line(
    'total_non_current_liabilities',
    'Total non-current liabilities',
    BS,
    /^total non-? ?current liabilit|^total long-? ?term liabilit/,
  ),
  line('total_liabilities', 'Total liabilities', BS, /^total liabilit/),
  line(
    'total_equity',
    'Total equity',
    BS,
    /^(?:total (?:equity|shareholders.? (?:funds?|equity)|net worth|stockholders.? equity)|net worth|shareholders.? funds?)\b/,
  ),
  line(
    'share_capital',
    'Share capital',
    BS,
    /^(?:equity )?(?:share|paid-? ?up) capital\b|^capital(?: account)?$|^partners.? capital\b/,
  ),
  line(
    'reserves',
    'Reserves and surplus',
    BS,
    /^(?:reserves?(?: (?:and|&) surplus)?|other equity|retained earnings|surplus)\b/,
  ),
  line(
    'long_term_borrowings',
    'Long-term borrowings',
    BS,
    /^(?:long-? ?term (?:borrowings?|loans?(?! (?:and|&) adv)|debt)|term loans?|secured loans?|debentures)\b/,
  ),
  line('long_term_borrowings', 'Long-term borrowings', BS, /^borrowings?\b|^lease liabilit/, [
    'non_current_liabilities',
  ]),
  line(
    'short_term_borrowings',
    'Short-term borrowings',
    BS,
    /^(?:short-? ?term (?:borrowings?|loans?(?! (?:and|&) adv)|debt)|bank overdraft|cash credit|working capital loans?|current maturities of long-? ?term (?:debt|borrowings?)|unsecured loans?)\b/,
  ),
  line('short_term_borrowings', 'Short-term borrowings', BS, /^borrowings?\b|^lease liabilit/, ['current_liabilities']),
  line('long_term_borrowings', 'Long-term borrowings', BS, /^(?:total )?borrowings?$/),
  line(
    'trade_payables',
    'Trade payables',
    BS,
    /^(?:trade payables?|sundry creditors?|creditors?|accounts? payable|bills payable|payables)\b/,
  ),
  line(
    'trade_receivables',
    'Trade receivables',
    BS,
    /^(?:trade receivables?|sundry debtors?|debtors?|accounts? receivables?|bills receivable|receivables)\b/,
  ),
  line('inventories', 'Inventories', BS, /^(?:inventor(?:y|ies)|stock(?:-in-trade| in trade|s)?|closing stock)\b/),
  line(
    'cash',
    'Cash and bank balances',
    BS,
    /^(?:cash(?: (?:and|&) (?:cash equivalents?|bank(?: balances?)?))?|bank balances?.{0,60}|cash (?:in|on) hand|balances? with banks?|cash and bank)\b/,
  ),
  line(
    'property_plant_equipment',
    'Property, plant and equipment',
    BS,
    /^(?:property,? plant|(?:net )?(?:fixed|tangible) assets?|plant (?:and|&) (?:machinery|equipment)|net block)\b/,
  ),
  line('capital_work_in_progress', 'Capital work-in-progress', BS, /^(?:capital work|cwip)\b/),
  line('intangible_assets', 'Intangible assets', BS, /^(?:other )?intangible assets?\b|^goodwill\b/),
  line('current_investments', 'Current investments', BS, /^(?:current investments?|investments?)\b/, [
    'current_assets',
  ]),
  line('investments', 'Investments', BS, /^(?:non-? ?current )?investments?\b/),
  line('provisions_current', 'Short-term provisions', BS, /^(?:short-? ?term )?provisions?\b/, ['current_liabilities']),
  line('provisions', 'Provisions', BS, /^(?:long-? ?term )?provisions?\b/),
  line('deferred_tax_liabilities', 'Deferred tax liabilities', BS, /^deferred tax liabilit/),
  line(
    'other_current_liabilities',
    'Other current liabilities',
    BS,
    /^other (?:current|financial) liabilit|^current tax liabilit|^other payables/,
  ),
  line(
    'other_current_assets',
    'Other current assets',
    BS,
    /^other (?:current|financial) assets?|^current tax assets|^(?:short-? ?term )?loans (?:and|&) advances|^prepaid/,
  ),

  line(
    'operating_cash_flow',
    'Cash from operating activities',
    CF,
    /^(?:net )?cash (?:flows? )?(?:generated |used |provided |inflow )?.{0,30}operating activities\b|^cash from operations?$/,
  ),
  line(
    'investing_cash_flow',
    'Cash from investing activities',
    CF,
    /^(?:net )?cash (?:flows? )?.{0,40}investing activities\b/,
  ),
  line(
    'financing_cash_flow',
    'Cash from financing activities',
    CF,
    /^(?:net )?cash (?:flows? )?.{0,40}financing activities\b/,
  ),
  line('net_cash_change', 'Net change in cash', CF, /^net (?:increase|decrease|\(decrease\)|change).{0,40}cash\b/),
]

const SECTION_WORDS: readonly (readonly [SectionName, RegExp])[] = [
  ['non_current_assets', /^non-? ?current assets\b|^fixed assets:?$/],
  ['current_assets', /^current assets\b/],
  ['non_current_liabilities', /^(?:non-? ?current|long-? ?term) liabilit/],
  ['current_liabilities', /^current liabilit/],
  [
    'equity',
    /^(?:equity(?: and liabilit.*)?|shareholders.? (?:funds?|equity)|capital and reserves|i\. equity and liabilities)$/,
  ],
  [
    'none',
    /^(?:assets|liabilities|expenses|income|revenue|ii\. assets)$|^(?:statement of )?(?:profit (?:and|&) loss|cash flows?)\b/,
  ],
]

/** The words of a label without numbering, notes in brackets and case. */
export const plainLabel = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[’']/g, "'")
    .replace(/^\s*(?:\(?(?:[ivx]{1,5}|[a-z]|\d{1,2})[.)]\s*)+/, '')
    .replace(/^[-–—•*]\s*/, '')
    .replace(/\((?:refer )?note.{0,20}\)|\((?:[ivx]+|[a-z])(?: ?[-–+±=] ?(?:[ivx]+|[a-z]))*\)/g, '')
    .replace(/^(?:less|add|ii?i?v?)\s*:\s*/, '')
    .replace(/\s+/g, ' ')
    .replace(/[:.\s]+$/, '')
    .trim()

export const sectionOf = (label: string): SectionName | null =>
  SECTION_WORDS.find(([, words]) => words.test(label))?.[0] ?? null

export const lineNamed = (label: string, section: SectionName): LineName | null =>
  LINE_NAMES.find(
    ({ pattern, in: within }) => pattern.test(label) && (within === undefined || within.includes(section)),
  ) ?? null
