/** The words tickets are sorted by: categories, urgency, feelings; English, and Hindi in both scripts. */

export const TICKET_CATEGORIES = [
  'billing',
  'refund',
  'account',
  'technical',
  'delivery',
  'cancellation',
  'security',
  'feature_request',
  'how_to',
  'sales',
  'complaint',
  'other',
] as const
export type TicketCategory = (typeof TICKET_CATEGORIES)[number]

/** Weight of a word or phrase: 3 decides alone, 1 needs company. Bounded gaps only. */
export interface Sign {
  pattern: RegExp
  weight: number
}

const signs = (weight: number, ...patterns: RegExp[]): Sign[] => patterns.map((pattern) => ({ pattern, weight }))

export const CATEGORY_SIGNS: Record<Exclude<TicketCategory, 'other'>, readonly Sign[]> = {
  refund: [
    ...signs(
      8,
      /\brefund(?:ed|s)?\b/gi,
      /\bmoney back\b/gi,
      /\bcharge ?back\b/gi,
      /\bpais[ae] (?:wapas|vapas|return)\b/gi,
      /रिफंड|पैस[ाे] वापस/g,
    ),
    ...signs(2, /\breturn (?:my|the|this)\b/gi, /\breimburs\w{1,8}\b/gi),
  ],
  billing: [
    ...signs(
      3,
      /\binvoices?\b/gi,
      /\bbill(?:ed|ing)?\b/gi,
      /\b(?:double|twice|wrongly|over)[ -]?charged\b/gi,
      /\bcharged (?:twice|double|again|two times)\b/gi,
      /\bgst(?:in)?\b/gi,
      /बिल/g,
      /\bpayment (?:failed|declined|not (?:going|reflect\w*)|stuck|deducted)\b/gi,
    ),
    ...signs(
      2,
      /\bpayments?\b/gi,
      /\bcharged?\b/gi,
      /\bdeducted\b/gi,
      /\b(?:credit|debit) card\b/gi,
      /\bupi\b/gi,
      /\breceipt\b/gi,
      /\bpais[ae] (?:kat|cut)\b/gi,
      /\bsubscription fee\b/gi,
      /\bpromo ?code|coupon\b/gi,
    ),
  ],
  account: [
    ...signs(
      3,
      /\b(?:log|sign)[ -]?in\b/gi,
      /\bpassword\b/gi,
      /\botp\b/gi,
      /\blocked out\b/gi,
      /\b(?:reset|verification) (?:link|code|mail|email)\b/gi,
      /लॉग ?इन|पासवर्ड/g,
      /\btwo[- ]factor|2fa\b/gi,
    ),
    ...signs(
      2,
      /\bmy account\b/gi,
      /\bprofile\b/gi,
      /\busername\b/gi,
      /\bchange (?:my )?(?:e-?mail|phone|mobile|number|name)\b/gi,
      /\bverify\b/gi,
    ),
  ],
  technical: [
    ...signs(
      3,
      /\b(?:error|exception|bug|crash(?:es|ed|ing)?|glitch)\b/gi,
      /\bnot (?:working|loading|opening|syncing|responding)\b/gi,
      /\b(?:is|are|went|goes) down\b/gi,
      /\b(?:nahi|nahin|nhi) (?:chal|khul|ho) rah[aei]\b/gi,
      /काम नहीं|नहीं चल/g,
      /\bblank (?:screen|page)\b/gi,
      /\b(?:4\d\d|5\d\d) error\b|\berror (?:code )?\d{3,5}\b/gi,
    ),
    ...signs(
      2,
      /\bslow\b/gi,
      /\btime[sd]? ?out\b/gi,
      /\bapi\b/gi,
      /\bapp\b/gi,
      /\bbroken\b/gi,
      /\bfreez\w{1,4}\b/gi,
      /\bfails?\b|\bfailing\b/gi,
      /\bwebsite\b/gi,
      /\bupload\b/gi,
    ),
  ],
  delivery: [
    ...signs(4, /\bwhere (?:is|are) my (?:order|parcel|package|shipment|item)s?\b/gi),
    ...signs(
      3,
      /\b(?:deliver(?:y|ed)|shipment|shipped|shipping|courier|parcel|package)\b/gi,
      /\btracking\b/gi,
      /\bnot (?:yet )?(?:received|arrived|delivered)\b/gi,
      /\bkab (?:aayega|milega|tak)\b/gi,
      /डिलीवरी|पार्सल/g,
    ),
    ...signs(
      2,
      /\border\b/gi,
      /\bdispatch\w{0,2}\b/gi,
      /\bwrong (?:item|product|size)\b/gi,
      /\bdamaged\b/gi,
      /\bmissing (?:item|part|piece)s?\b/gi,
      /\baddress\b/gi,
    ),
  ],
  cancellation: [
    ...signs(
      4,
      /\bcancel(?:l?ed|l?ing|lation)?\b/gi,
      /\bunsubscribe\b/gi,
      /\bclose my account\b/gi,
      /\bdelete my account\b/gi,
      /\bband kar(?:o|na|do|wana)\b/gi,
      /रद्द/g,
    ),
    ...signs(
      2,
      /\bstop (?:my|the) (?:plan|subscription|auto)\w{0,4}\b/gi,
      /\bauto-?renew\w{0,4}\b/gi,
      /\bdowngrade\b/gi,
    ),
  ],
  security: [
    ...signs(
      5,
      /\bhacked?\b/gi,
      /\bphish\w{0,4}\b/gi,
      /\bfraud\w{0,5}\b/gi,
      /\bscam\w{0,4}\b/gi,
      /\bunauthori[sz]ed\b/gi,
      /\bdata (?:leak|breach)\b/gi,
      /\bstolen\b/gi,
      /\bsuspicious (?:login|activity|mail|email|transaction)\b/gi,
      /धोखा/g,
    ),
    ...signs(
      3,
      /\bprivacy\b/gi,
      /\bsomeone (?:else )?(?:is )?(?:using|logged|accessed)\b/gi,
      /\bdid not (?:make|do|authori[sz]e) this\b/gi,
    ),
  ],
  feature_request: [
    ...signs(
      4,
      /\bfeature request\b/gi,
      /\b(?:would|it'd) be (?:great|nice|helpful|useful) (?:if|to have)\b/gi,
      /\bplease add\b/gi,
      /\bsuggest(?:ion)?\b/gi,
      /\bwish (?:there|you|it)\b/gi,
    ),
    ...signs(2, /\bdark mode\b/gi, /\bsupport for\b/gi, /\bintegrat(?:e|ion) with\b/gi, /\broadmap\b/gi),
  ],
  how_to: [
    ...signs(
      3,
      /\bhow (?:do|can|to|should|would) ?(?:i|we|you|one)?\b/gi,
      /\bwhere (?:do|can) i\b/gi,
      /\bis it possible\b/gi,
      /\bkaise (?:kar|ho|mile|dekh)\w{0,4}\b/gi,
      /कैसे/g,
      /\bcan you (?:explain|guide|tell)\b/gi,
    ),
    ...signs(1, /\bsteps?\b/gi, /\bguide\b/gi, /\bhelp me (?:with|to|understand)\b/gi, /\bset ?up\b/gi),
  ],
  sales: [
    ...signs(
      3,
      /\b(?:pricing|quotation|quote|demo)\b/gi,
      /\benterprise plan\b/gi,
      /\bbulk (?:order|discount|purchase)\b/gi,
      /\binterested in (?:buying|purchasing|your)\b/gi,
      /\breseller|partnership\b/gi,
    ),
    ...signs(
      2,
      /\bupgrade\b/gi,
      /\bdiscounts?\b/gi,
      /\btrial\b/gi,
      /\bhow much (?:does|is|for)\b/gi,
      /\bkitna (?:paisa|price|rate)\b/gi,
    ),
  ],
  complaint: [
    ...signs(
      3,
      /\bcomplain(?:t|ts|ing)?\b/gi,
      /\bworst\b/gi,
      /\bpathetic\b/gi,
      /\brude\b/gi,
      /\bconsumer (?:court|forum|commission)\b/gi,
      /\bunacceptable\b/gi,
      /\bno (?:one|body) (?:is )?(?:repl\w{1,4}|respond\w{0,3}|answer\w{0,3})\b/gi,
      /\bescalat\w{1,4}\b/gi,
      /शिकायत/g,
    ),
    ...signs(
      2,
      /\bdisappoint\w{1,4}\b/gi,
      /\bterrible|horrible|awful\b/gi,
      /\b(?:third|fourth|fifth|\d(?:rd|th)) time\b/gi,
    ),
  ],
}
