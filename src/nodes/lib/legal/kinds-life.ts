/** Clause kinds about how long a contract lives and how it ends. */
import type { ClauseKind } from './kind.ts'
import { longestMonths, shortestMonths } from './quantities.ts'

const MUTUAL =
  /\b(?:either|each|any|both|neither) (?:of the )?part(?:y|ies)\b|\bby either\b|\bboth the parties\b|\beither (?:side|of us|of them)\b/i

export const LIFE: readonly ClauseKind[] = [
  {
    kind: 'term',
    title: 'Term',
    heading: [
      /^(?:the )?(?:initial )?(?:term|duration|tenure|period)(?: of (?:the |this )?(?:agreement|lease|licen[cs]e|contract|engagement|employment|appointment|deed))?$/i,
      /^(?:commencement|effective date),? (?:and )?(?:term|duration|tenure)$/i,
      /^(?:term|duration|tenure|lease term|period)\b.{0,30}\b(?:termination|renewal|commencement|validity)/i,
      /^(?:lease|licen[cs]e|contract|subscription|employment|validity) (?:term|period|tenure)$/i,
    ],
    body: [
      /\b(?:agreement|lease|licen[cs]e|engagement|contract|appointment|arrangement|term|deed|assignment)\b[^.;]{0,100}\b(?:(?:shall|will|is to|to) (?:commence|come into (?:force|effect)|be effective|become effective|take effect|begin|start)|commences|begins|starts|takes effect|comes into (?:force|effect)|is effective)\b[^.;]{0,160}\b(?:continue|remain|until|for a (?:period|term)|expire|terminate|end|valid|period of)\b/i,
      /\b(?:shall|will|to) (?:continue|remain|be|stay) (?:in (?:full )?(?:force|effect)|valid|in full force and effect|effective|binding)\b[^.;]{0,60}\b(?:for|until|till|through|up to)\b/i,
      /(?<!during )(?<!throughout )(?<!within )\bthe (?:initial )?(?:term|period|duration|tenure|validity) of (?:this|the) (?:agreement|lease|licen[cs]e|contract|engagement|deed|employment)\b[^.;]{0,60}\b(?:shall be|will be|is|shall commence|shall begin|years?|months?)\b/i,
      /\bfor (?:a|an initial|an) (?:fixed |initial )?(?:period|term|duration) of [^.;]{1,40}(?:years?|months?|days?)[^.;]{0,40}\b(?:from|commencing|starting|beginning|with effect from|w\.e\.f|effective)\b/i,
      /\bshall (?:expire|terminate) on (?:the )?(?:[a-z]{3,9} \d{1,2}|\d{1,2}(?:st|nd|rd|th)?\b|the (?:first|second|third|fourth|fifth|tenth) anniversary)/i,
    ],
    not: /\b(?:after (?:the )?(?:termination|expiry)|confidential|non-?compet|solicit|warranty period|warrants?|insurance)\b/i,
    query:
      'This agreement commences on the effective date and continues in force for an initial period of three years.',
    expected_in: ['services', 'nda', 'lease', 'licence', 'general'],
    if_missing: 'Nothing says how long the contract runs, so when it ends is open to dispute.',
    risks: [
      {
        rule: 'term_perpetual',
        level: 'medium',
        reason: 'The contract runs without an end date: nothing but termination ends it.',
        sentence: /\b(?:perpetual(?:ly)?|in perpetuity|indefinite(?:ly)?|indefinite period)\b/i,
        unless: /\bterminated\b/i,
      },
      {
        rule: 'term_long',
        level: 'low',
        reason: 'The fixed term is longer than five years; prices and needs may change before it ends.',
        sentence: (text) => longestMonths(text) > 60,
      },
    ],
  },
  {
    kind: 'renewal',
    title: 'Renewal',
    heading: [
      /^(?:automatic |auto-?)?(?:renewals?|extension)\b/i,
      /\brenewal(?: term)?$/i,
      /^(?:option to renew|extension of (?:the )?(?:term|lease))/i,
    ],
    body: [
      /\b(?:automatically|auto-?) ?(?:renew|extend)/i,
      /\b(?:shall|will|may) be (?:renewed|extended|renewable|further extended)\b[^.;]{0,120}/i,
      /\b(?:renew(?:s|ed)?|extend(?:s|ed)?) (?:automatically|itself|for (?:successive|additional|further|another|consecutive|a further))/i,
      /\b(?:option|right) (?:to|of) (?:renew|extend|renewal|extension)\b/i,
      /\brenewal (?:term|period)s?\b/i,
      /\b(?:may|can|shall) (?:mutually )?(?:renew|extend) (?:this|the) (?:agreement|lease|licen[cs]e|term|contract)/i,
      /\brenewable\b[^.;]{0,60}\b(?:consent|agreement|terms|period|years?|months?)\b/i,
    ],
    not: /\bforce majeure|delivery|time for performance\b/i,
    query:
      'The agreement renews automatically for successive one-year periods unless a party gives notice of non-renewal.',
    expected_in: ['lease', 'licence'],
    if_missing: 'Nothing says whether and how the contract can be renewed.',
    risks: [
      {
        rule: 'renewal_without_notice',
        level: 'high',
        reason: 'The contract renews automatically and the clause has no notice by which a party can stop that.',
        sentence: /\bauto(?:matic(?:ally)?)?[- ]?(?:renew|extend)|\b(?:renew|extend)(?:s|ed)? automatically/i,
        unless: /\b(?:notice|notif(?:y|ies)|opt(?:s|ing)? out|intimat)/i,
      },
      {
        rule: 'renewal_automatic',
        level: 'medium',
        reason: 'The contract renews automatically: note the last day for giving notice.',
        sentence: /\bauto(?:matic(?:ally)?)?[- ]?(?:renew|extend)|\b(?:renew|extend)(?:s|ed)? automatically/i,
        unless: (text) => !/\b(?:notice|notif(?:y|ies)|opt(?:s|ing)? out|intimat)/i.test(text),
      },
    ],
  },
  {
    kind: 'termination_convenience',
    title: 'Termination for convenience',
    heading: [
      /\btermination (?:for convenience|without cause|by notice|on notice|at will|by either party)\b/i,
      /^(?:notice (?:period|of termination)|resignation)$/i,
    ],
    body: [
      /\bterminat(?:e|ed|ion)\b[^.;]{0,160}\b(?:for convenience|without (?:assigning |giving |any |showing )?(?:any )?(?:reasons?|cause)|for any (?:or no )?reason|with or without (?:cause|reason)|at will|at any time)\b/i,
      /\b(?:for convenience|without (?:assigning |giving )?any (?:reasons?|cause)|for any reason or no reason|at any time)\b[^.;]{0,100}\bterminat(?:e|ed|ion)\b/i,
      /\bterminat(?:e|ed)\b[^.;]{0,90}\bby (?:giving|serving|providing|issuing)\b[^.;]{0,90}\bnotice\b/i,
      /\bterminated?\b[^.;]{0,160}\b(?:upon|on|with|by|giving|at least|than)\b[^.;]{0,50}\b(?:days?|months?)\b[^.;]{0,40}\bnotice\b/i,
      /\bnotice\b[^.;]{0,80}\bto terminate\b/i,
      /\b(?:end|cancel|discontinue|determine) (?:this|the) (?:arrangement|agreement|contract|engagement|services|lease|order)\b[^.;]{0,60}\b(?:notice|at any time)\b/i,
      /\b(?:resign|leave the (?:services|employment))\b[^.;]{0,100}\bnotice\b/i,
    ],
    not: /\b(?:breach|default|insolven|bankrupt|fails? to|failed to|failure|for cause|good reason|force majeure|in the following|change (?:of|in) (?:the )?(?:control|ownership)|(?:event of|upon|after|following|effect of) (?:the |any )?(?:expir[a-z]{1,6} or )?terminat|terminat[a-z]{1,4} of this [a-z]{3,12},? (?:by [a-z ]{3,20} )?for any reason|not (?:be entitled to )?terminate|prior to the (?:date of )?(?:expiry|termination) of|if (?:the|such|any|either|it|he|she|there))\b/i,
    query: 'Either party may terminate this agreement at any time without cause by giving thirty days written notice.',
    expected_in: ['services', 'employment', 'lease', 'licence'],
    if_missing: 'No party can leave without a reason before the term ends.',
    risks: [
      {
        rule: 'termination_one_sided',
        level: 'high',
        reason: 'Only one party may end the contract without a reason.',
        sentence: /\bterminat(?:e|ed)\b/i,
        unless: (text) =>
          MUTUAL.test(text) || (text.match(/\bmay\b[^.;]{0,60}\bterminate\b|\bresign\b/gi)?.length ?? 0) > 1,
      },
      {
        rule: 'termination_without_notice',
        level: 'high',
        reason: 'The contract can be ended at once, without notice and without a reason.',
        sentence: /\bwithout (?:any )?(?:prior |previous |further )?(?:written )?notice\b|\bimmediately\b/i,
        unless: /\b(?:days?|months?)\b/i,
      },
      {
        rule: 'termination_short_notice',
        level: 'medium',
        reason: 'The notice period is shorter than fifteen days.',
        sentence: (text) => /\bnotice\b/i.test(text) && shortestMonths(text) < 14.5 * (12 / 365),
      },
    ],
  },
  {
    kind: 'termination_cause',
    title: 'Termination for cause',
    heading: [
      /\btermination (?:for|upon|on|due to) (?:cause|breach|default|material breach|insolvency)\b/i,
      /^(?:events? of )?default\b/i,
      /^(?:early termination|right to terminate|summary dismissal)$/i,
    ],
    body: [
      /\bterminat(?:e|ed|ion)\b[^.;]{0,200}\b(?:material(?:ly)? breach|breach(?:es|ed)?|default(?:s|ed)?|insolven|bankrupt|winding[- ]up|liquidation|misconduct|fails? to|non-payment|failure)\b/i,
      /\b(?:material(?:ly)? breach|breach(?:es|ed)?|default(?:s|ed)?|insolven|bankrupt|misconduct|fails? to|failure to)\b[^.;]{0,200}\b(?:terminate|determine|be terminated|termination)\b/i,
      /\bdismiss(?:ed|al)?\b[^.;]{0,80}\b(?:misconduct|fraud|breach|negligence)\b/i,
      /\b(?:terminat|dismiss)[a-z]{0,5}\b[^.;]{0,60}\b(?:with|for) (?:immediate effect|cause|just cause)\b/i,
    ],
    not: /\bsurviv|\bwithout (?:any )?(?:cause|reason)|\bshall not (?:be entitled to )?terminate|\bliability\b/i,
    query:
      'A party may terminate immediately if the other commits a material breach and fails to cure it within thirty days of notice, or becomes insolvent.',
    expected_in: ['services', 'lease', 'licence', 'general'],
    if_missing: 'Nothing says when a breach allows the other party to end the contract.',
    risks: [
      {
        rule: 'no_cure_period',
        level: 'medium',
        reason: 'A breach ends the contract without time to put it right.',
        clause: /\bbreach|\bdefault/i,
        unless: /\b(?:cure|remed|rectif|days?|months?)/i,
      },
    ],
  },
  {
    kind: 'termination_effect',
    title: 'Consequences of termination',
    heading: [
      /\b(?:effects?|consequences?) of (?:the )?(?:termination|expir)/i,
      /^(?:return of (?:confidential )?(?:information|materials|property|company property)|handover|exit management|transition)/i,
      /^post[- ]termination/i,
    ],
    body: [
      /\b(?:up)?on (?:the )?(?:expiry|expiration|termination|determination|cessation)\b[^.;]{0,140}\b(?:returns?|hands? over|handover|delivers?|destroys?|vacates?|pays?|ceases?|surrenders?|refunds?)\b/i,
    ],
    query: 'On termination the parties return confidential materials, pay what is outstanding and cease use.',
    expected_in: ['services', 'licence'],
    if_missing: 'Nothing says what must be returned, paid or handed over when the contract ends.',
    risks: [],
  },
  {
    kind: 'survival',
    title: 'Survival',
    heading: [/^survival\b/i],
    body: [
      /\b(?:shall|will|which|that|to|hereby)\b[^.;]{0,60}\bsurvive\b/i,
      /\bsurvives? (?:the )?(?:for |expir|terminat|any termination|completion|determination)/i,
    ],
    query: 'Obligations which by their nature should survive shall survive termination of this agreement.',
    expected_in: ['services', 'licence'],
    if_missing: 'Nothing says which duties go on after the end of the contract.',
    risks: [],
  },
  {
    kind: 'change_of_control',
    title: 'Change of control',
    heading: [/\bchange (?:of|in) control\b/i],
    body: [
      /\bchange (?:of|in) (?:the )?(?:control|ownership|management|shareholding|constitution)\b/i,
      /\b(?:sale|transfer) of (?:all or )?substantially all (?:of )?(?:its|the|such)\b[^.;]{0,40}\bassets\b/i,
    ],
    query: 'If a party undergoes a change of control by merger or sale of its shares, the other may terminate.',
    expected_in: [],
    if_missing: '',
    risks: [
      {
        rule: 'change_of_control_termination',
        level: 'medium',
        reason: 'A sale or merger of a party gives the other a right to end the contract or needs its consent.',
        sentence:
          /\bchange (?:of|in) (?:the )?(?:control|ownership|management|shareholding)\b[^.;]{0,200}\b(?:terminat|consent|approval)|\bterminat[^.;]{0,200}\bchange (?:of|in) control/i,
      },
    ],
  },
]
