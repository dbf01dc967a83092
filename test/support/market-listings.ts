/** Listings as sellers write them, to try the search on: what people type and which of these, or of the house's own agents, they mean. */

export interface MarketListing {
  slug: string
  name: string
  tagline: string
  category: string
  tags: string[]
}

const listing = (slug: string, category: string, name: string, tagline: string, tags: string[]): MarketListing => ({
  slug,
  name,
  tagline,
  category,
  tags,
})

/** Beside the house's own, so that a hit is a choice. */
export const MARKET_LISTINGS: readonly MarketListing[] = [
  listing('resume-screener', 'productivity', 'Resume screener', 'Ranks applications for a job by what it asks for', [
    'hiring',
    'recruitment',
  ]),
  listing('meeting-minutes', 'productivity', 'Meeting minutes', 'Turns a transcript into decisions and tasks', [
    'transcript',
    'notes',
  ]),
  listing('sql-helper', 'developer-tools', 'SQL query helper', 'Writes database queries from a question', [
    'database',
    'code',
  ]),
  listing('code-reviewer', 'developer-tools', 'Pull request reviewer', 'Reads changes of a program and finds bugs', [
    'code',
    'bugs',
  ]),
  listing('ad-writer', 'marketing', 'Advertisement writer', 'Writes campaign texts for a product', [
    'copywriting',
    'campaign',
  ]),
  listing('seo-audit', 'marketing', 'Website audit', 'Checks pages for search engines', ['seo']),
  listing('lease-reader', 'legal', 'Lease reader', 'Finds rent, term and deposit of a lease', ['property', 'rent']),
  listing('payslip-checker', 'finance', 'Payslip checker', 'Checks salary, provident fund and deductions', [
    'payroll',
    'salary',
  ]),
  listing(
    'radiology-impressions',
    'healthcare',
    'Radiology impressions',
    'Writes the impression of a radiology report',
    ['x-ray', 'imaging'],
  ),
  listing('translator', 'productivity', 'Document translator', 'Translates documents between Hindi and English', [
    'hindi',
    'translation',
  ]),
  listing('recipe-planner', 'productivity', 'Recipe planner', 'Plans a week of meals and writes the shopping list', [
    'cooking',
    'food',
  ]),
  listing('trip-planner', 'productivity', 'Trip planner', 'Plans flights, hotels and sights for a holiday', ['travel']),
  listing('flashcards', 'productivity', 'Flashcard maker', 'Turns a chapter into questions for students', [
    'education',
    'study',
  ]),
  listing('gym-coach', 'healthcare', 'Gym coach', 'Makes a training plan for muscles and stamina', ['fitness']),
  listing('crop-adviser', 'productivity', 'Crop adviser', 'Says when to sow, water and harvest from weather and soil', [
    'farming',
    'agriculture',
  ]),
  listing('shipment-tracker', 'productivity', 'Shipment tracker', 'Follows parcels of all couriers and tells delays', [
    'logistics',
  ]),
  listing('stock-forecast', 'finance', 'Inventory forecast', 'Says how much of each product to order next month', [
    'warehouse',
    'demand',
  ]),
  listing('loan-scorer', 'finance', 'Loan scorer', 'Weighs an application for credit and explains the risk', [
    'lending',
    'credit',
  ]),
  listing('expense-report', 'finance', 'Expense report', 'Collects receipts of a journey into a claim', ['expenses']),
  listing('tax-return', 'finance', 'Income tax return', 'Fills the return of a salaried person', ['itr', 'tax']),
  listing('fraud-watch', 'finance', 'Fraud watch', 'Flags card payments that look stolen', ['fraud', 'cards']),
  listing('insurance-claims', 'finance', 'Insurance claims', 'Checks a claim against the policy', ['insurance']),
  listing('patent-search', 'legal', 'Patent search', 'Finds inventions that are like yours', ['patents', 'ip']),
  listing('court-diary', 'legal', 'Court diary', 'Collects hearing dates of your cases', ['litigation']),
  listing('privacy-policy', 'legal', 'Privacy policy writer', 'Drafts the notice a website must show', ['gdpr']),
  listing('employment-letters', 'legal', 'Employment letters', 'Drafts offers, warnings and relieving letters', [
    'hr',
    'letters',
  ]),
  listing('drug-interactions', 'healthcare', 'Drug interactions', 'Warns when two medicines must not be combined', [
    'pharmacy',
  ]),
  listing('symptom-intake', 'healthcare', 'Symptom intake', 'Asks a patient before the visit what is wrong', [
    'triage',
    'clinic',
  ]),
  listing('diet-chart', 'healthcare', 'Diet chart', 'Makes a nutrition plan for diabetics', ['nutrition']),
  listing('blood-report', 'healthcare', 'Lab report explainer', 'Explains blood values in plain words', ['laboratory']),
  listing('newsletter', 'marketing', 'Newsletter writer', 'Turns what is new into a monthly mail', ['email']),
  listing('social-posts', 'marketing', 'Social posts', 'Writes captions for Instagram and LinkedIn', ['social-media']),
  listing('review-miner', 'marketing', 'Review miner', 'Says what buyers praise and hate in ratings', ['feedback']),
  listing('name-finder', 'marketing', 'Brand names', 'Invents names for a company and checks domains', ['branding']),
  listing('chat-agent', 'customer-service', 'Live chat agent', 'Talks to visitors of a shop and takes orders', [
    'chat',
  ]),
  listing('call-summary', 'customer-service', 'Call notes', 'Sums up phone conversations with clients', ['voice']),
  listing('refund-helper', 'customer-service', 'Returns desk', 'Decides whether goods may come back', ['returns']),
  listing('log-watcher', 'developer-tools', 'Log watcher', 'Finds the cause of an outage in server logs', ['devops']),
  listing('test-writer', 'developer-tools', 'Unit test writer', 'Writes tests for functions that have none', ['tests']),
  listing('api-docs', 'developer-tools', 'API documentation', 'Writes the manual of an interface from its code', [
    'docs',
  ]),
  listing('regex-maker', 'developer-tools', 'Regex maker', 'Makes a regular expression from examples', ['regex']),
  listing('handwriting', 'document-processing', 'Handwriting reader', 'Reads handwritten forms into a table', ['ocr']),
  listing('id-card-reader', 'document-processing', 'Identity card reader', 'Reads Aadhaar, PAN and passports', ['kyc']),
  listing('slide-maker', 'document-processing', 'Slide maker', 'Turns a report into a presentation', ['slides']),
  listing('grammar', 'productivity', 'Proofreader', 'Corrects grammar and style of a text', ['writing']),
  listing('calendar', 'productivity', 'Appointment booker', 'Finds a time that suits everybody', ['calendar']),
]

/** What people type, and what they should see first. */
export const QUESTIONS: readonly (readonly [search: string, slug: string])[] = [
  // Names and parts of them.
  ['icd', 'icd10-coder'],
  ['ICD-10', 'icd10-coder'],
  ['icd coder', 'icd10-coder'],
  ['hcpcs', 'hcpcs-finder'],
  ['nda', 'nda-checker'],
  ['nda checker', 'nda-checker'],
  ['phi redactor', 'phi-redactor'],
  ['ticket triage', 'ticket-triage'],
  ['pdf insight', 'pdf-insight'],
  ['contract', 'contract-analyst'],
  ['bank statement', 'bank-statement-categoriser'],
  ['gst invoice', 'gst-invoice-extractor'],
  ['discharge', 'discharge-structurer'],
  ['help desk', 'help-desk-answerer'],
  ['financial statement', 'financial-statement-analyst'],
  // While it is typed.
  ['cont', 'contract-analyst'],
  ['disch', 'discharge-structurer'],
  ['invo', 'gst-invoice-extractor'],
  ['redac', 'phi-redactor'],
  ['trans', 'translator'],
  // Other forms of a word.
  ['invoices', 'gst-invoice-extractor'],
  ['contracts', 'contract-analyst'],
  ['redacting', 'phi-redactor'],
  ['translating documents', 'translator'],
  ['checked payslips', 'payslip-checker'],
  // Misspelt.
  ['contarct', 'contract-analyst'],
  ['invioce', 'gst-invoice-extractor'],
  ['discharg sumary', 'discharge-structurer'],
  ['finacial statment', 'financial-statement-analyst'],
  ['redactr', 'phi-redactor'],
  ['radiolgy', 'radiology-impressions'],
  ['transalator', 'translator'],
  ['databse queries', 'sql-helper'],
  ['advertisment', 'ad-writer'],
  ['reumse screening', 'resume-screener'],
  // Other names of a thing.
  ['medical coding', 'icd10-coder'],
  ['diagnoses', 'icd10-coder'],
  ['non disclosure', 'nda-checker'],
  ['confidentiality', 'nda-checker'],
  ['anonymize', 'phi-redactor'],
  ['hipaa', 'phi-redactor'],
  ['agreement', 'contract-analyst'],
  ['lawyer', 'contract-analyst'],
  ['customer service', 'help-desk-answerer'],
  ['complaints', 'ticket-triage'],
  ['faq', 'help-desk-answerer'],
  ['bookkeeping', 'bank-statement-categoriser'],
  ['balance sheet', 'financial-statement-analyst'],
  ['ratios', 'financial-statement-analyst'],
  ['billing codes', 'hcpcs-finder'],
  ['ocr', 'pdf-insight'],
  ['tax invoice', 'gst-invoice-extractor'],
  // Sentences.
  ['find risky clauses', 'contract-analyst'],
  ['code a clinical note', 'icd10-coder'],
  ['answer questions from help articles', 'help-desk-answerer'],
  ['remove patient names from documents', 'phi-redactor'],
  ['which payments are subscriptions in my bank statement', 'bank-statement-categoriser'],
  ['rank applications for a job', 'resume-screener'],
  ['translate hindi to english', 'translator'],
  ['check the salary deductions', 'payslip-checker'],
]

/** What somebody asks in words that the right listing does not have, and which may come first for it. */
export const PARAPHRASES: readonly (readonly [search: string, ...right: string[]])[] = [
  // Of the house's own.
  ['where does my money go every month', 'bank-statement-categoriser'],
  ['household budgeting', 'bank-statement-categoriser'],
  ['redline vendor paperwork before signing', 'contract-analyst', 'nda-checker'],
  ['is this deal dangerous for us', 'contract-analyst', 'loan-scorer'],
  ['patient leaving the hospital', 'discharge-structurer'],
  ['company profitability and solvency', 'financial-statement-analyst'],
  ['capture data from vendor bills', 'gst-invoice-extractor'],
  ['wheelchair and injection reimbursement', 'hcpcs-finder'],
  ['frequently asked questions bot', 'help-desk-answerer', 'chat-agent'],
  ['label diseases from physician notes', 'icd10-coder'],
  ['keep business secrets', 'nda-checker'],
  ['summarize a long report', 'pdf-insight', 'slide-maker'],
  ['hide personal health data', 'phi-redactor'],
  ['angry customers', 'ticket-triage', 'review-miner'],
  // Of others.
  ['choose the best candidates', 'resume-screener'],
  ['who said what in the conference', 'meeting-minutes'],
  ['ask my tables in plain language', 'sql-helper'],
  ['spot mistakes in source files', 'code-reviewer'],
  ['slogans for a new brand', 'ad-writer', 'name-finder', 'social-posts'],
  ['get higher on google', 'seo-audit'],
  ['apartment agreement', 'lease-reader'],
  ['is my wage computed correctly', 'payslip-checker'],
  ['chest scan findings', 'radiology-impressions'],
  ['foreign language', 'translator'],
  ['what should we eat for dinner', 'recipe-planner'],
  ['vacation itinerary', 'trip-planner'],
  ['learn for the exam', 'flashcards'],
  ['get fit and strong', 'gym-coach'],
  ['farmer advice on irrigation', 'crop-adviser'],
  ['where is my package', 'shipment-tracker'],
  ['how many units should the shop buy', 'stock-forecast'],
  ['can this borrower repay', 'loan-scorer'],
  ['business travel costs', 'expense-report', 'trip-planner'],
  ['suspicious transactions', 'fraud-watch'],
  ['prior art', 'patent-search'],
  ['judge and lawyer schedule', 'court-diary'],
  ['side effects of pills taken together', 'drug-interactions'],
  ['healthy eating with high sugar', 'diet-chart'],
  ['cholesterol results meaning', 'blood-report'],
  ['customer opinions', 'review-miner'],
  ['server crashed why', 'log-watcher'],
  ['fix spelling errors', 'grammar'],
  ['powerpoint from document', 'slide-maker'],
  ['plan a meeting with colleagues', 'calendar', 'meeting-minutes'],
  ['send goods back', 'refund-helper'],
]

/** What nothing on the marketplace is about. */
export const GIBBERISH: readonly string[] = [
  'zzzz qqqq',
  'asdf jkl',
  'lorem ipsum dolor sit amet',
  'xkcd wvut 123',
  'qwerty uiop',
  'foo bar baz',
  'blah blah blah',
  'aaaaaaa bbbbbbb',
  'the of and to',
  '12345 67890',
  'hjkl yuio vbnm',
  'purple monkey dishwasher',
  'wibble wobble',
  'fsdjkfh sdkjfh',
  'volcano on jupiter',
  'medieval sword fighting',
  'black hole gravity',
  'football score yesterday',
]
