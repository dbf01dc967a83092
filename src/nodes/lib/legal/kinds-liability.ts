/** Clause kinds about who bears which loss. */
import type { ClauseKind } from './kind.ts'

const MUTUAL =
  /\b(?:either|each|neither|both) (?:of the )?part(?:y|ies)\b|\bmutual(?:ly)?\b|\bthe parties\b|\bno party\b|\beach other\b|\bneither (?:side|of us)\b/i

/** Who promises to indemnify in a clause: the words before `shall indemnify`, without articles, lower case. */
function indemnifiers(text: string): Set<string> {
  const found = new Set<string>()
  const pattern =
    /((?:[a-z'-]+ ){1,3})(?:shall|will|agrees? to|undertakes? to|hereby agrees? to|hereby)(?: [a-z,]+){0,4} (?:indemnif(?:y|ies)|hold harmless)/gi
  for (const [, who = ''] of text.matchAll(pattern)) {
    const name = who.trim().toLowerCase().split(' ').at(-1) ?? ''
    if (name !== '') found.add(name)
  }
  return found
}

export const LIABILITY: readonly ClauseKind[] = [
  {
    kind: 'indemnity',
    title: 'Indemnity',
    heading: [/\bindemni(?:ty|ties|fication|fy)\b/i, /\bhold harmless\b/i],
    body: [
      /\b(?:shall|will|agrees? to|undertakes? to|hereby|must|to)\b[^.;]{0,80}\bindemnif(?:y|ies|ied)\b/i,
      /\bkeep\b[^.;]{0,40}\bindemnified\b/i,
      /\bhold\b[^.;]{0,40}\bharmless\b/i,
    ],
    not: /\bindemnif(?:y|ied|ication)\b[^.;]{0,60}\binsurance polic/i,
    query:
      'The service provider shall indemnify, defend and hold harmless the client against all claims, losses and expenses.',
    expected_in: ['services', 'licence'],
    if_missing: 'Nothing says who pays when a third party claims; only the general law applies.',
    risks: [
      {
        rule: 'indemnity_one_sided',
        level: 'high',
        reason: 'Only one party indemnifies the other.',
        clause: (text) => indemnifiers(text).size === 1,
        unless:
          /\b(?:each|either|both|indemnifying) part(?:y|ies)\b|\bmutual(?:ly)?\b|\beach other\b|\bthe parties (?:shall|agree)/i,
      },
      {
        rule: 'indemnity_uncapped',
        level: 'medium',
        reason: 'The indemnity is without limit.',
        sentence: /\b(?:unlimited|without (?:any )?limit(?:ation)?|uncapped|not be (?:subject to|limited by))\b/i,
        unless: /\bincluding,? (?:but )?(?:without limitation|not limited)/i,
      },
      {
        rule: 'indemnity_broad',
        level: 'medium',
        reason: 'It covers any loss whatsoever, not only claims that come from a breach or a fault.',
        sentence:
          /\b(?:any and all|all|any)\b[^.;]{0,120}\b(?:whatsoever|of any (?:kind|nature)|howsoever|directly or indirectly)\b/i,
      },
    ],
  },
  {
    kind: 'limitation_of_liability',
    title: 'Limitation of liability',
    heading: [
      /\b(?:limit(?:ation|s)? (?:of|on) (?:liabilit|damages|remed)|liability cap|exclusion of (?:liability|damages)|cap on liability)/i,
      /^(?:liability|liabilities|disclaimer of (?:liability|damages)|consequential (?:loss|damages))\b/i,
    ],
    body: [
      /\bliab(?:ility|ilities|le)\b[^.;]{0,200}\b(?:not exceed|exceed|limited to|capped at|be limited|maximum|in excess of)\b/i,
      /\b(?:in no event|under no circumstances|neither party|no party|not)\b[^.;]{0,100}\bliable\b[^.;]{0,160}\b(?:indirect|consequential|incidental|special|punitive|loss of profits?|lost profits)\b/i,
      /\b(?:indirect|consequential|special|punitive)\b[^.;]{0,100}\b(?:damages|loss(?:es)?)\b[^.;]{0,100}\b(?:excluded|not be liable|waive|no liability)/i,
      /\bsole (?:and exclusive )?remed(?:y|ies)\b|\bexclusive remed(?:y|ies)\b/i,
      /\bwaives?\b[^.;]{0,100}\b(?:consequential|punitive|indirect)\b/i,
      /\b(?:actions?|claims?|suits?)\b[^.;]{0,140}\b(?:more than|within)\b[^.;]{0,40}\byears?\b[^.;]{0,80}\b(?:accru|arose|arises?|cause of action|comes into)/i,
      /\bno liability\b|\b(?:not|neither party)\b[^.;]{0,60}\bliable\b[^.;]{0,80}\b(?:lost (?:revenue|profits?)|loss of (?:profits?|revenue|business|data))/i,
      /\b(?:maximum|aggregate|total|cumulative|entire) (?:aggregate |cumulative |total )?liability\b/i,
      /\bliability\b[^.;]{0,60}\b(?:unlimited|uncapped|without limit)\b|\bunlimited liability\b|\bnothing [^.;]{0,60}\b(?:limits?|excludes?)\b[^.;]{0,40}\bliability\b/i,
    ],
    not: /\blimited liability (?:company|partnership)\b/i,
    query:
      'In no event shall the aggregate liability of either party exceed the fees paid in the preceding twelve months, nor shall it be liable for indirect or consequential loss.',
    expected_in: ['services', 'licence'],
    if_missing: 'Liability has no upper limit and indirect loss is not excluded.',
    risks: [
      {
        rule: 'liability_uncapped',
        level: 'high',
        reason: 'Liability is expressly without limit.',
        sentence:
          /\bliability\b[^.;]{0,60}\b(?:unlimited|uncapped|without (?:any )?limit)\b|\bunlimited liability\b|\b(?:no|without) (?:any )?(?:cap|limit) (?:on|of) (?:its |the )?liability/i,
      },
      {
        rule: 'liability_one_sided',
        level: 'high',
        reason: "Only one party's liability is limited.",
        sentence: /\bliab(?:le|ility)\b[^.;]{0,200}\b(?:exceed|limited to|indirect|consequential)|\bin no event\b/i,
        unless: MUTUAL,
      },
      {
        rule: 'liability_no_cap',
        level: 'medium',
        reason: 'Some kinds of loss are excluded, but no amount limits the rest.',
        clause: /\b(?:indirect|consequential)\b/i,
        unless: /\b(?:exceed|limited to|capped|maximum|aggregate)\b/i,
      },
      {
        rule: 'liability_cap_low',
        level: 'medium',
        reason: 'The limit is low: at most three months of fees.',
        sentence:
          /\b(?:exceed|limited to|capped at)\b[^.;]{0,160}\b(?:(?:one|two|three|1|2|3)(?: \(\d\))? months?|preceding month|last month)\b/i,
      },
    ],
  },
  {
    kind: 'warranty',
    title: 'Representations and warranties',
    heading: [/^(?!.*\b(?:no|disclaim|exclusion)).*\bwarrant(?:y|ies)\b/i, /^(?:representations?|reps)\b/i],
    body: [
      /\b(?:represents?|warrants?)(?: and warrants?| and represents?|, represents?| and covenants?)?(?:,? (?:that|to)|:)/i,
      /\bwarrant(?:y|ies) (?:period|of|that|against|for)\b/i,
      /\bhereby (?:represents?|warrants?)\b/i,
    ],
    not: /\b(?:disclaim|no warrant|makes no|without (?:any )?warrant|as is|warrant of arrest|as may be warranted)\b/i,
    query: 'Each party represents and warrants that it has full power and authority to enter into this agreement.',
    expected_in: ['services', 'licence', 'general'],
    if_missing: 'No party vouches for its power to contract or for the quality of what it delivers.',
    risks: [],
  },
  {
    kind: 'warranty_disclaimer',
    title: 'Disclaimer of warranties',
    heading: [/\b(?:disclaimers?|no warrant|exclusion of warrant)/i],
    body: [
      /\b(?:disclaims?|excludes?)\b[^.;]{0,80}\bwarrant(?:y|ies)\b/i,
      /\bwarrant(?:y|ies)\b[^.;]{0,80}\b(?:disclaimed|excluded)\b/i,
      /\bprovided as is\b/i,
      /\b(?:"as is"|'as is'|as-is|as is where is|"as is,|"as available")/i,
      /\bmakes? no (?:[a-z, ]{0,40})?(?:representations?|warrant(?:y|ies))\b/i,
      /\bwithout (?:any )?warrant(?:y|ies) of any kind\b/i,
      /\bno (?:other )?warrant(?:y|ies),? (?:express|is|are|whether)/i,
    ],
    query: 'The software is provided as is, and all implied warranties of merchantability and fitness are disclaimed.',
    expected_in: [],
    if_missing: '',
    risks: [
      {
        rule: 'warranty_as_is',
        level: 'medium',
        reason: 'The thing is taken as it is: no promise about quality or fitness.',
        clause: /\bas[- ]is\b|\bdisclaim|\bno warrant/i,
      },
    ],
  },
  {
    kind: 'insurance',
    title: 'Insurance',
    heading: [/\binsurance\b/i],
    body: [
      /\b(?:maintain|obtain|procure|take out|carry|effect|keep)\b[^.;]{0,120}\binsurance\b/i,
      /\b(?:professional indemnity|general liability|public liability|workmen'?s compensation|workers'? compensation|cyber) (?:insurance|cover|policy)/i,
      /\b(?:shall|will) (?:be )?insured?\b[^.;]{0,80}\b(?:premises|against|fire)/i,
    ],
    not: /\b(?:medical insurance|health insurance|group insurance|life insurance|provident fund)\b/i,
    query: 'The supplier shall maintain professional indemnity and public liability insurance of an adequate amount.',
    expected_in: [],
    if_missing: '',
    risks: [],
  },
  {
    kind: 'force_majeure',
    title: 'Force majeure',
    heading: [/\bforce[- ]majeure\b|\bact of god\b|\bexcusable delays?\b/i],
    body: [
      /\bforce[- ]majeure\b/i,
      /\bacts? of god\b/i,
      /\b(?:beyond|outside) (?:its|the|their|his|our|your|anyone's|such party's|the reasonable|its reasonable|their reasonable)[^.;]{0,30} control\b/i,
    ],
    query:
      'No party is liable for delay caused by events beyond its reasonable control such as acts of God, war, flood or epidemic.',
    expected_in: ['services', 'lease', 'licence', 'general'],
    if_missing:
      'Nothing excuses a party when events beyond control prevent performance; only section 56 of the Indian Contract Act helps.',
    risks: [
      {
        rule: 'force_majeure_no_exit',
        level: 'low',
        reason: 'No right to end the contract when the event goes on.',
        clause: (text) => text.length > 250,
        unless: /\bterminat/i,
      },
    ],
  },
  {
    kind: 'audit',
    title: 'Audit and inspection',
    heading: [/\b(?:audits?|inspection|books and records|record[- ]keeping|records)\b/i],
    body: [
      /\b(?:keep|maintain|retain)\b[^.;]{0,100}\b(?:books|records)\b/i,
      /\b(?:review|examine|inspect|audit|access to)\b[^.;]{0,80}\b(?:books|records|accounts)\b/i,
      /\b(?:such|any|an|the) (?:audit|inspection|examination)s?\b[^.;]{0,100}\b(?:shall|will|reveals?|discloses?|conducted|notice|expense)\b/i,

      /\b(?:right to|may|shall be entitled to|entitled to|permit|allow)\b[^.;]{0,100}\b(?:audit|inspect)\b/i,
      /\baudit\b[^.;]{0,80}\b(?:books|records|accounts|compliance)\b/i,
      /\b(?:books (?:of account )?and records|records)\b[^.;]{0,100}\b(?:audit|inspect|examin)/i,
    ],
    not: /\b(?:audit committee|audited (?:financial|accounts)|statutory auditors? of)\b/i,
    query: 'The client may audit the books and records of the supplier on reasonable notice.',
    expected_in: [],
    if_missing: '',
    risks: [
      {
        rule: 'audit_without_notice',
        level: 'medium',
        reason: 'Audits or entry at any time without notice.',
        sentence: /\b(?:without (?:any )?(?:prior )?notice|at any time)\b/i,
        unless: /\b(?:reasonable|prior (?:written )?|days'?) notice\b/i,
      },
    ],
  },
  {
    kind: 'acceptance',
    title: 'Delivery and acceptance',
    heading: [/\b(?:acceptance|delivery|milestones?|deliverables)\b/i],
    heading_needs_text: true,
    body: [/\b(?:deemed (?:to be |to have been )?accepted|acceptance (?:test|criteria|certificate))/i],
    query:
      'Deliverables are deemed accepted unless the client rejects them in writing within fifteen days of delivery.',
    expected_in: [],
    if_missing: '',
    risks: [
      {
        rule: 'acceptance_deemed',
        level: 'low',
        reason: 'Silence counts as acceptance.',
        sentence: /\bdeemed (?:to be |to have been )?accepted\b/i,
      },
    ],
  },
]
