/** Clause kinds about who may know, own, use and transfer what. */
import type { ClauseKind } from './kind.ts'
import { longestMonths } from './quantities.ts'

const FREE_ASSIGNMENT =
  /\b(?:may|shall be entitled to|is free to|can)\b[^.;]{0,40}\b(?:assign|transfer|novate|sub-?let)\b[^.;]{0,160}\b(?:without (?:the )?(?:prior )?(?:written )?(?:consent|approval|notice)|freely|at its (?:sole )?discretion|to any (?:person|third party))\b|\bfreely assign/i

export const RIGHTS: readonly ClauseKind[] = [
  {
    kind: 'confidentiality',
    title: 'Confidentiality',
    heading: [
      /\bconfidential/i,
      /\b(?:non-?disclosure|secrecy)\b/i,
      /^(?:compelled disclosure|obligations of (?:the )?receiving party|permitted disclosures?|exceptions to confidential)/i,
    ],
    body: [
      /\b(?:shall|will|agrees to|undertakes to|must|to) (?:at all times )?(?:keep|hold|maintain|treat|preserve|protect)\b[^.;]{0,120}\b(?:confidential|secret|confidence|secrecy)/i,
      /\b(?:shall|will|must) not\b[^.;]{0,100}\b(?:disclose|divulge|reveal|communicate)\b[^.;]{0,120}\b(?:confidential|information|trade secrets?|third part)/i,
      /^(?:please |you (?:agree to|will|must) )?keep\b[^.;]{0,120}\bconfidential\b/i,
      /\bconfidential information (?:does|shall|will) not include\b|\brequired (?:by|to)\b[^.;]{0,80}\bdisclose\b[^.;]{0,40}\bconfidential/i,
      /\bconfidential information" (?:means|shall mean|includes|shall include)/i,
    ],
    query: 'The receiving party shall keep the confidential information secret and not disclose it to any third party.',
    expected_in: ['services', 'nda', 'employment', 'licence'],
    if_missing: 'Nothing protects what the parties learn of each other.',
    risks: [
      {
        rule: 'confidentiality_perpetual',
        level: 'medium',
        reason: 'The duty of secrecy has no end; that is usual for trade secrets only.',
        sentence:
          /\b(?:perpetu(?:al|ally|ity)|indefinite(?:ly)?|for ever|forever|without (?:any )?limit (?:of|in) time|at all times (?:thereafter|after))\b/i,
      },
      {
        rule: 'confidentiality_no_exceptions',
        level: 'low',
        reason: 'No exception for what is public, already known or ordered by law to be disclosed.',
        clause: (text) => text.length > 400 && /\bdisclose/i.test(text),
        unless:
          /\b(?:public|required by (?:any )?law|court|exception|exclude|shall not (?:apply|include)|does not (?:apply|include))/i,
      },
    ],
  },
  {
    kind: 'data_protection',
    title: 'Data protection and privacy',
    heading: [/\b(?:data (?:protection|privacy|processing|security)|personal (?:data|information)|privacy)\b/i],
    body: [
      /\b(?:digital personal data protection|dpdp|gdpr|general data protection regulation|data protection (?:act|laws?|legislation)|privacy laws?|data fiduciary|data processor|data principal|data subjects?|hipaa)\b/i,
      /\b(?:process|handle|collect|store|protect)(?:es|ing|ed|s)?\b[^.;]{0,80}\bpersonal (?:data|information)\b/i,
      /\bpersonal data breach\b/i,
    ],
    query:
      'The processor handles personal data only on documented instructions and in line with the DPDP Act 2023 or GDPR.',
    expected_in: ['services', 'licence'],
    if_missing:
      'Nothing governs personal data; the Digital Personal Data Protection Act 2023 (section 8) asks for a valid contract with a processor.',
    risks: [
      {
        rule: 'data_no_breach_notice',
        level: 'medium',
        reason: 'No duty to tell the other party of a breach of personal data.',
        clause: /\bpersonal (?:data|information)\b/i,
        unless: /\b(?:breach|incident|notify|inform)\b/i,
      },
    ],
  },
  {
    kind: 'ip_ownership',
    title: 'Ownership of intellectual property',
    heading: [
      /\b(?:intellectual property|ip rights|ownership|proprietary rights|work product|inventions?|work (?:made )?for hire|copyright)\b/i,
    ],
    body: [
      /\b(?:intellectual property|copyright|patents?|inventions?|work product|deliverables|works?|title|materials|ip rights?)\b[^.;]{0,160}\b(?:shall|will|is|are|hereby|to) (?:be |remain |always |at all times |exclusively |solely |automatically )*(?:vests?|owned|property of|belongs?|sole (?:and exclusive )?property|exclusive property|assigned|retains?)\b/i,
      /\b(?:hereby (?:irrevocably )?(?:assigns?|transfers?)|shall (?:own|assign)|retains? (?:all|sole|exclusive)|owns? (?:and retains? )?all)\b[^.;]{0,120}\b(?:intellectual property|copyright|rights?,? title|ownership|inventions?|work product|deliverables)/i,
      /\bjoint(?:ly)? own(?:ed|s|ership)?\b|\bown(?:ed)? jointly\b/i,
      /\b(?:assigns?|transfers?|conveys?)\b[^.;]{0,100}\b(?:right, title,? and interest|all rights? in)\b[^.;]{0,100}\b(?:patents?|copyrights?|marks|trademarks|inventions?|intellectual property|work product|software|results)\b/i,
      /\bwork(?:s)? (?:made )?for hire\b/i,
    ],
    not: /\b(?:goods|shares|premises|demised|vehicle|immovable)\b/i,
    query:
      'All intellectual property rights in the deliverables shall vest in and be the exclusive property of the client.',
    expected_in: ['services', 'employment', 'licence'],
    if_missing:
      'Nothing says who owns what is created; under section 17 of the Copyright Act 1957 the author usually does.',
    risks: [
      {
        rule: 'ip_assignment_total',
        level: 'medium',
        reason: 'Everything created passes to one party, including earlier or unrelated work.',
        sentence:
          /\b(?:whether or not (?:related|during|developed)|pre-?existing|prior (?:works?|inventions?)|background (?:ip|intellectual property))\b[^.;]{0,160}\b(?:vest|assign|property of|belong)/i,
      },
      {
        rule: 'ip_before_payment',
        level: 'low',
        reason: 'Rights pass before payment is made.',
        sentence: /\b(?:upon creation|as (?:and when )?(?:they are |it is )?created|immediately upon)\b/i,
      },
    ],
  },
  {
    kind: 'licence_grant',
    title: 'Licence grant',
    heading: [
      /\b(?:grant of (?:licen[cs]e|rights?)|licen[cs]e grant|licen[cs]e (?:to use|rights)|licen[cs]es? granted|right to use)\b/i,
      /^(?:licen[cs]e|licen[cs]es|grant|scope of licen[cs]e|restrictions(?: on use)?|subscription|use of (?:the )?(?:software|services?))$/i,
    ],
    body: [
      /\b(?:grants?|authori[sz]es?)\b[^.;]{0,140}\b(?:(?:sub-?)?licen[cs]e|right to use|rights? to (?:access|use|reproduce|distribute))\b/i,
      /\b(?:non-?exclusive|exclusive|royalty-free|non-?transferable|worldwide|revocable|irrevocable|sub-?licen[cs]able)\b[^.;]{0,80}\blicen[cs]e (?:to|for|under)\b/i,
      /\bis (?:hereby )?(?:granted|licensed)\b[^.;]{0,80}\b(?:licen[cs]e|right to use|to use)\b/i,
    ],
    not: /\b(?:shall not be (?:construed|deemed)|no licen[cs]e|nothing (?:in|contained))\b/i,
    query: 'The licensor grants the licensee a non-exclusive, non-transferable licence to use the software.',
    expected_in: ['licence'],
    if_missing: 'No sentence grants the licence itself.',
    risks: [
      {
        rule: 'licence_irrevocable',
        level: 'medium',
        reason: 'The licence cannot be taken back, or never ends.',
        sentence: /\b(?:irrevocable|perpetual)\b[^.;]{0,120}\blicen[cs]e/i,
      },
      {
        rule: 'licence_content_broad',
        level: 'medium',
        reason: "A broad licence over the other party's content or data, with the right to sublicense.",
        sentence: /\blicen[cs]e\b[^.;]{0,200}\b(?:your|customer'?s?|client'?s?|user) (?:content|data)\b/i,
      },
    ],
  },
  {
    kind: 'assignment',
    title: 'Assignment',
    heading: [
      /^(?:no )?(?:assignment|assignability|transfer|successors|novation|sub-?letting)\b(?!.{0,30}\b(?:intellectual|inventions?|ip|copyright)\b)/i,
      /\b(?:and|&|or|,) (?:assignment|transfer|sub-?letting|delegation)$/i,
      /\bnon-?assignment\b|\bbinding effect\b/i,
    ],
    body: [
      /\b(?:shall|may|will|can|must) not\b[^.;]{0,60}\b(?:assign|transfer|novate|sub-?let|sublease)\b[^.;]{0,120}/i,
      /\b(?:assign|transfer|novate)\b[^.;]{0,100}\b(?:this|the) (?:agreement|lease|licen[cs]e|contract)\b/i,
      /\b(?:agreement|lease|rights|obligations|licen[cs]e|contract)\b[^.;]{0,80}\b(?:may|shall|can|be) (?:not )?(?:be )?(?:freely )?(?:assigned|assignable|transferred|transferable)\b/i,
      /\bneither (?:party|of the parties)\b[^.;]{0,60}\b(?:assign|transfer)\b/i,
      /\b(?:may|shall be entitled to|is free to)\b[^.;]{0,40}\b(?:assign|sub-?let)\b/i,
    ],
    not: /\b(?:intellectual property|copyright|inventions?|data outside|work product|personal data|bank account|duties assigned|assigned to (?:him|her|you))\b/i,
    query: 'Neither party may assign or transfer this agreement without the prior written consent of the other party.',
    expected_in: ['services', 'lease', 'licence', 'general'],
    if_missing: 'Nothing says whether a party may hand the contract to someone else.',
    risks: [
      {
        rule: 'assignment_unlimited',
        level: 'high',
        reason: 'A party may hand the contract to anyone without asking the other.',
        sentence: (text) =>
          FREE_ASSIGNMENT.test(text) && !/\b(?:neither|no) (?:of the )?part(?:y|ies)\b|\bnot\b/i.test(text),
        unless: /\b(?:affiliate|successor|merger|acquisition)/i,
      },
    ],
  },
  {
    kind: 'subcontracting',
    title: 'Subcontracting',
    heading: [/\bsub-?contract(?:ing|ors?)?\b/i],
    body: [
      /\bsub-?contract(?:s|ed|ing)?\b[^.;]{0,120}\b(?:consent|approval|services|obligations|any part|third part|responsible|liable)/i,
      /\b(?:engage|use|appoint)\b[^.;]{0,40}\bsub-?contractors?\b/i,
    ],
    query:
      'The supplier shall not subcontract any part of the services without consent and remains responsible for its subcontractors.',
    expected_in: ['services'],
    if_missing: 'Nothing says whether the work may be passed to others.',
    risks: [
      {
        rule: 'subcontracting_free',
        level: 'medium',
        reason: "The work may be passed on without the other party's consent.",
        sentence: /\bmay\b[^.;]{0,60}\bsub-?contract[^.;]{0,120}\bwithout\b|\bfree to sub-?contract/i,
      },
    ],
  },
  {
    kind: 'non_compete',
    title: 'Non-compete',
    heading: [/\bnon-?compet|\bcovenant not to compete|\brestrictive covenants?|\brestraint\b/i],
    body: [
      /\b(?:shall|will|must|agrees?|undertakes?|covenants?|may) (?:to |that [a-z ]{2,20} (?:shall|will) )?not\b[^.;]{0,160}\b(?:compet(?:e|es|ing|itive|itor)|similar (?:business|services)|same (?:or similar )?business|rival)\b/i,
      /\b(?:agree|agrees|undertakes?) not to (?:work|act|provide|design|consult|sell)\b[^.;]{0,80}\b(?:any )?other\b/i,
      /\b(?:(?:shall|will|undertakes?|agrees?|covenants?)(?: to)? not|neither\b[^.;]{0,80}\b(?:shall|will))\b[^.;]{0,120}\b(?:promote|market|distribute|sell|manufacture|develop|represent|carry|endorse|advertise|engage)\b[^.;]{0,120}\b(?:compet[a-z]{1,8}|other than the products?|similar (?:products?|services?))\b/i,
      /\bnon-?compet/i,
    ],
    not: /\b(?:non-?competitive|competitive (?:bid|price|prices)|anti-?competitive|competition act|competitors? of|best of)\b/i,
    query:
      'During the term and for two years after, the employee shall not engage in any business that competes with the company.',
    expected_in: [],
    if_missing: '',
    risks: [
      {
        rule: 'non_compete_after_end',
        level: 'high',
        reason:
          'A bar on work after the contract ends is void in India under section 27 of the Indian Contract Act 1872, whatever its length.',
        sentence:
          /\b(?:after|following|post|thereafter|subsequent to|upon)\b[^.;]{0,80}\b(?:terminat|expir|cessation|leaving|end|employment|date)|\bthereafter\b/i,
        indian: true,
      },
      {
        rule: 'non_compete_long',
        level: 'high',
        reason: 'The bar lasts longer than two years.',
        sentence: (text) => longestMonths(text) > 24,
      },
      {
        rule: 'non_compete_wide',
        level: 'medium',
        reason: 'The bar has no limit of place.',
        sentence:
          /\b(?:anywhere (?:in|within) (?:the world|india)|worldwide|any(?:where| country)|throughout (?:the world|india)|globally)\b/i,
      },
    ],
  },
  {
    kind: 'non_solicit',
    title: 'Non-solicitation',
    heading: [/\bnon-?solicit|\bnon-?poach|\bno[- ]hire\b/i],
    body: [
      /\bnot\b[^.;]{0,120}\b(?:solicit|entice|poach|induce|hire|canvass)\b[^.;]{0,140}\b(?:employees?|personnel|staff|clients?|customers?|consultants?|suppliers?|leave|work)\b/i,
      /\bnon-?solicit/i,
    ],
    query:
      'The party shall not solicit or hire the employees or customers of the other during the term and for twelve months after.',
    expected_in: [],
    if_missing: '',
    risks: [
      {
        rule: 'non_solicit_long',
        level: 'medium',
        reason: 'The ban on soliciting lasts longer than two years.',
        sentence: (text) => longestMonths(text) > 24,
      },
    ],
  },
  {
    kind: 'exclusivity',
    title: 'Exclusivity',
    heading: [
      /^exclusiv(?:e|ity)\b(?! (?:remed|purpose|jurisdiction))/i,
      /\bexclusivity\b|\bexclusive (?:dealing|appointment|supplier|services?)\b/i,
    ],
    body: [
      /\b(?:exclusive|sole) (?:supplier|provider|distributor|agent|vendor|dealer|representative|source|basis|manufacturer|purchaser|reseller|sponsor|partner|right to)\b/i,
      /(?<!non-)(?<!non )\bexclusive,? (?:[a-z-]{3,20},? ){0,4}(?:licen[cs]e|rights?|access|agent|advis[eo]r|basis|territory|sales)\b/i,
      /\bexclusively (?:from|with|for|through|to)\b/i,
      /\bexclusivity\b/i,
      /\bdevote\b[^.;]{0,40}\b(?:whole|full|entire|exclusive)[^.;]{0,30}\btime\b/i,
      /\b(?:shall|will) not\b[^.;]{0,80}\b(?:engage|appoint|purchase|procure|employed?|accept|undertake)\b[^.;]{0,60}\b(?:any other|third part(?:y|ies)|other (?:employment|person|supplier))\b/i,
    ],
    not: /\b(?:non-? ?exclusive basis|exclusive purpose|sole (?:and exclusive )?remed|exclusive (?:jurisdiction|remed|property)|jurisdiction)/i,
    query:
      'The supplier is appointed as the exclusive provider and the client shall not engage any other person for these services.',
    expected_in: [],
    if_missing: '',
    risks: [
      {
        rule: 'exclusivity',
        level: 'medium',
        reason: 'A party is bound to deal with the other alone.',
        clause: /\bexclusiv|\bsole\b/i,
        unless: /\bnon-?exclusive\b/i,
      },
    ],
  },
  {
    kind: 'publicity',
    title: 'Publicity',
    heading: [
      /\b(?:publicity|public announcements?|press releases?|use of (?:names?|logos?|marks)|marketing rights|announcements?)\b/i,
    ],
    body: [
      /\b(?:press release|public announcement|publicity|public statement)s?\b/i,
      /\b(?:use|using|display)\b[^.;]{0,60}\b(?:name|logo|trademark|trade ?mark|marks)\b[^.;]{0,80}\b(?:marketing|promot|advert|client list|customer list|website|reference|publicity)/i,
    ],
    query: 'Neither party shall issue a press release or use the name or logo of the other without consent.',
    expected_in: [],
    if_missing: '',
    risks: [],
  },
]
