/** Numbers and addresses that belong to one person: by their form, and by the label before them. */
import { hasVerhoeffDigit } from '#contract/india/identifiers.ts'
import { found, type PhiFinding, type PhiKind } from './kinds.ts'

/** By form alone. */
const FORMS: readonly (readonly [PhiKind, RegExp, number, string])[] = [
  ['email', /(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24}\b/gi, 0.99, 'e-mail address'],
  ['abha', /(?<![\w.-])[\w.-]{3,40}@(?:abdm|sbx|ndhm)\b/gi, 0.98, 'ABHA address'],
  ['url', /\b(?:https?:\/\/|www\.)[^\s<>"')\]]{3,400}/gi, 0.95, 'web address'],
  [
    'ip_address',
    /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.])/g,
    0.8,
    'IP address',
  ],
  ['ip_address', /(?<![\w:])(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(?![\w:])/gi, 0.95, 'IP address'],
  ['ssn', /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/g, 0.9, 'form of a social security number'],
  ['pan', /\b[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]\b/g, 0.95, 'form of a PAN'],
  ['abha', /(?<![\d-])\d{2}-\d{4}-\d{4}-\d{4}(?![\d-])/g, 0.97, 'form of an ABHA number'],
]

const SEPARATOR = '\\s{0,3}(?:(?:no|number|num|id|#|nos)\\b\\.?)?\\s{0,3}[:#.=-]{0,2}[ \\t]{0,6}'
/** With a digit in it, at least four signs long. */
const VALUE = '((?:[A-Z]{2,5}[ ])?(?=[A-Z0-9/-]{0,20}\\d)[A-Z0-9][A-Z0-9/-]{3,24})'
const labelled = (labels: string): RegExp => new RegExp(`\\b(?:${labels})${SEPARATOR}${VALUE}`, 'gi')

const LABELS: readonly (readonly [PhiKind, RegExp, string])[] = [
  [
    'mrn',
    labelled(
      'm\\.?r\\.?n|m\\.?r\\.? ?no|medical record|med rec|uhid|u\\.h\\.i\\.d|hospital (?:no|number|id)|patient (?:id|no|number|identifier)|pt (?:id|no)|ip ?(?:d )?no|op ?(?:d )?no|i\\.p\\. no|registration|reg\\.? ?no|chart|anc no|crn?o?|file no|visit|encounter|case no|csn|fin|episode|admission (?:no|number|id)|lab (?:no|id)|accession|specimen|sample (?:id|no)|bill no|nhs|hcn|ohip|phn|health ?card',
    ),
    'label of a record number',
  ],
  [
    'health_plan',
    labelled(
      'policy|member(?:ship)?|subscriber|group|beneficiary|insurance|mediclaim|medicare|medicaid|mbi|hicn|plan id|claim|tpa|ayushman(?: bharat)?(?: card)?|pm-?jay|esic|cghs|echs',
    ),
    'label of a health plan number',
  ],
  ['account', labelled('account|acct|a/c|iban|card no|credit card|bank'), 'label of an account'],
  [
    'licence',
    labelled(
      "driver'?s? licen[cs]e|driving licen[cs]e|licen[cs]e|lic|dl|dea|npi|certificate|cert|passport|voter|epic|state id|registration with|mci|nmc",
    ),
    'label of a licence',
  ],
  ['vehicle', labelled('vin|licen[cs]e plate|plate|vehicle(?: registration)?|car no'), 'label of a vehicle'],
  ['device', labelled('serial|s/n|sn|device|udi|lot|model no|implant|pacemaker serial|imei'), 'label of a device'],
  ['ssn', labelled('ssn|social security'), 'label of a social security number'],
  ['aadhaar', labelled('aadhaa?r|aadhar|uidai|uid'), 'label of an Aadhaar number'],
  ['abha', labelled('abha|health id'), 'label of an ABHA number'],
  ['pan', labelled('pan'), 'label of a PAN'],
  [
    'other_id',
    labelled('emp(?:loyee)?|student|badge|service no|roll|room|rm|bed|ward|token|ref(?:erence)?|uid|id'),
    'label of a number',
  ],
]

const AADHAAR = /(?<![\d-])[2-9]\d{3}([ -]?)\d{4}\1\d{4}(?![\d-])/g
/** Labelled Aadhaar and ABHA numbers are written in groups. */
const GROUPED = /\b(?:aadhaa?r|uidai|uid|abha|health id)\b[^\n\d]{0,20}((?:\d[ -]?){11,13}\d)/gi

export function identifiersIn(text: string): PhiFinding[] {
  const all: PhiFinding[] = []
  for (const [kind, pattern, confidence, because] of FORMS)
    for (const match of text.matchAll(pattern)) all.push(...found(kind, match, { confidence, because }))
  for (const [kind, pattern, because] of LABELS)
    for (const match of text.matchAll(pattern)) all.push(...found(kind, match, { group: 1, confidence: 0.9, because }))
  for (const match of text.matchAll(AADHAAR))
    if (hasVerhoeffDigit(match[0].replaceAll(/\D/g, '')))
      all.push(...found('aadhaar', match, { confidence: 0.9, because: 'check digit of an Aadhaar number' }))
  for (const match of text.matchAll(GROUPED)) {
    const digits = (match[1] ?? '').replaceAll(/\D/g, '').length
    if (digits === 12 || digits === 14)
      all.push(
        ...found(digits === 12 ? 'aadhaar' : 'abha', match, {
          group: 1,
          confidence: 0.97,
          because: 'label and length',
        }),
      )
  }
  return [...all, ...phonesIn(text)]
}

/** North America, India, and what begins with a plus; with a label also other groupings. */
const PHONES: readonly (readonly [RegExp, number])[] = [
  [/(?<![\w+./-])\+\d{1,3}[ .-]?\(?\d{1,5}\)?(?:[ .-]?\d{2,5}){1,4}(?![\w/])/g, 0.95],
  [/(?<![\w+./-])(?:1[ .-])?\(?[2-9]\d{2}\)?[ .-]\d{3}[ .-]\d{4}(?:\s?(?:x|ext\.?)\s?\d{1,6})?(?![\w/-])/gi, 0.93],
  [/(?<![\w+./-])(?:91[ -]|0)?[6-9]\d{4}[ -]?\d{5}(?![\w/-])/g, 0.85],
  [/(?<![\w+./-])0\d{2,4}[ -]\d{6,8}(?![\w/-])/g, 0.9],
  [
    /\b(?:phone|ph|tel(?:ephone)?|mob(?:ile)?|cell|contact(?: no| number)?|call|pager|whats ?app|helpline|extension|ext)\b\.?\s{0,2}(?:no|number|#)?\.?\s{0,2}[:#.-]{0,2}[ \t]{0,4}(\+?\(?\d[\d ().-]{2,18}\d)/gi,
    0.92,
  ],
]
/** Seven digits are a local phone number only where the text mentions a call. */
const LOCAL = /\b(?:at|call(?:ed)?|paged?(?: at)?|pager|ext|phone|cell|dial)[ :]{1,3}(\d{3}-\d{4})(?![\d-])/gi
const FAX =
  /\b(?:fax|facsimile)\b\.?\s{0,2}(?:no|number|#)?\.?\s{0,2}[:#.-]{0,2}[ \t]{0,4}(\+?\(?\d[\d ().-]{4,18}\d)/gi

function phonesIn(text: string): PhiFinding[] {
  const all: PhiFinding[] = []
  for (const match of text.matchAll(FAX))
    all.push(...found('fax', match, { group: 1, confidence: 0.95, because: 'label of a fax' }))
  for (const match of text.matchAll(LOCAL))
    all.push(...found('phone', match, { group: 1, confidence: 0.85, because: 'number to call' }))
  for (const [pattern, confidence] of PHONES)
    for (const match of text.matchAll(pattern))
      all.push(
        ...found('phone', match, {
          ...(match[1] === undefined ? {} : { group: 1 }),
          confidence,
          because: 'form of a telephone number',
        }),
      )
  return all
}
