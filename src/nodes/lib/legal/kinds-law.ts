/** Clause kinds about law, disputes and the usual closing provisions. */
import type { ClauseKind } from './kind.ts'

export const LAW: readonly ClauseKind[] = [
  {
    kind: 'governing_law',
    title: 'Governing law',
    heading: [/\b(?:governing|applicable|proper) law\b|\bchoice of law\b|^law\b|\blaw and jurisdiction\b/i],
    body: [
      /\b(?:governed (?:by|in accordance with|under)|construed (?:in accordance with|under|by)|interpreted (?:in accordance with|under)|subject to)\b[^.;]{0,80}\blaws?\b/i,
      /\b(?:governed|settled|decided|interpreted|construed|determined)\b[^.;]{0,80}\b(?:under|by) (?:the )?[a-z]{4,14} laws?\b/i,
      /\blaws? of (?:the )?(?:republic of |state of |commonwealth of )?(?:india|england|new york|delaware|california|singapore)\b[^.;]{0,60}\b(?:shall|will) (?:govern|apply)/i,
    ],
    not: /\b(?:withholding|subject to (?:applicable|any|all|the provisions of)[^.;]{0,30} laws?)\b/i,
    query: 'This agreement shall be governed by and construed in accordance with the laws of India.',
    expected_in: ['services', 'nda', 'employment', 'lease', 'licence', 'general'],
    if_missing: 'Nothing says which law applies.',
    risks: [
      {
        rule: 'foreign_law',
        level: 'medium',
        reason: 'A foreign law governs a contract that touches India: advice and enforcement cost more.',
        sentence: /\blaws? of (?:the )?(?!india|republic of india|union of india|land)[a-z][a-z ]{2,30}/i,
        unless:
          /\b(?:laws? of (?:the )?(?:republic of |union of )?india|indian laws?|laws? (?:in force|applicable|prevailing) in india)\b/i,
        indian: true,
      },
    ],
  },
  {
    kind: 'jurisdiction',
    title: 'Jurisdiction',
    heading: [/\b(?:jurisdiction|venue|forum)\b/i],
    body: [
      /\bcourts? (?:at|in|of|within|located|situated|having)\b[^.;]{0,120}\b(?:jurisdiction|venue)\b/i,
      /\b(?:exclusive |sole |non-?exclusive |subject to the )?jurisdiction\b[^.;]{0,60}\b(?:of|at|in|to)\b[^.;]{0,60}\bcourts?\b/i,
      /\b(?:submit|submits|consents?|agree)\b[^.;]{0,60}\bjurisdiction\b/i,
      /\bsubject to [A-Za-z]{3,20} jurisdiction\b/i,
      /\b(?:disputes?|disagreements?|differences?|suits?|proceedings?)\b[^.;]{0,80}\b(?:settled|decided|resolved|tried|heard|instituted|brought|filed)\b[^.;]{0,40}\bcourts?\b/i,
    ],
    not: /\bin any jurisdiction\b|\bcompetent jurisdiction (?:to be|holds|finds|determin)/i,
    query: 'The courts at Mumbai shall have exclusive jurisdiction over disputes arising out of this agreement.',
    expected_in: ['services', 'nda', 'employment', 'lease', 'licence', 'general'],
    if_missing: 'Nothing says which courts decide.',
    risks: [
      {
        rule: 'foreign_court',
        level: 'medium',
        reason:
          'Foreign courts decide although the contract touches India; only judgments of reciprocating territories are enforced directly (section 44A, Code of Civil Procedure).',
        sentence:
          /\bcourts? (?:at|in|of|located in|situated in) (?:the )?(?:state of )?(?:england|london|new york|delaware|california|singapore|dubai|united|texas|hong kong|switzerland|germany|france|ireland)/i,
        indian: true,
      },
    ],
  },
  {
    kind: 'arbitration',
    title: 'Arbitration',
    heading: [/\barbitration\b/i],
    body: [
      /\b(?:referred to|settled by|resolved by|submitted to|decided by|by way of|through|by|to|under)\b[^.;]{0,60}\barbitration\b/i,
      /\barbitration (?:and conciliation )?(?:act|rules|shall|proceedings|tribunal|clause)\b/i,
      /\b(?:seat|venue|place) (?:of (?:the )?arbitration |and venue )?(?:shall be|is|will be)\b/i,
      /\b(?:sole|three) arbitrators?\b|\barbitral (?:tribunal|award)\b/i,
    ],
    query:
      'Any dispute shall be referred to a sole arbitrator under the Arbitration and Conciliation Act 1996, seated in Delhi.',
    expected_in: [],
    if_missing: '',
    risks: [
      {
        rule: 'arbitrator_one_sided',
        level: 'high',
        reason:
          'One party alone appoints the arbitrator; Indian courts refuse that (Perkins Eastman v HSCC, 2019; CORE v ECI-SPIC, 2024).',
        sentence:
          /\barbitrator\b[^.;]{0,80}\b(?:appointed|nominated|chosen|selected) by (?:the )?(?!(?:both|mutual|parties|either|agreement|court|high court|arbitration|institution|indian|mcia|siac|lcia|icc|each|them)\b)[a-z]/i,
        unless: /\b(?:mutual(?:ly)?|both parties|by the parties|each party|jointly)\b/i,
        indian: true,
      },
      {
        rule: 'arbitration_abroad',
        level: 'medium',
        reason: 'The seat of arbitration is outside India.',
        sentence:
          /\b(?:seat|place|venue|held|seated)\b[^.;]{0,60}\b(?:in|at|be) (?:the )?(?:london|singapore|new york|dubai|paris|geneva|hong kong|stockholm|zurich|england)\b/i,
        indian: true,
      },
      {
        rule: 'arbitration_no_seat',
        level: 'low',
        reason: 'The clause names no seat or place.',
        clause: /\barbitrat/i,
        unless: /\b(?:seat|place|venue|held (?:in|at)|seated|sits? (?:in|at)|conducted (?:in|at))\b/i,
      },
    ],
  },
  {
    kind: 'dispute_escalation',
    title: 'Dispute escalation',
    heading_needs_text: true,
    heading: [
      /\b(?:dispute resolution|disputes?|escalation|mediation|conciliation|amicable settlement|settlement of disputes?)\b/i,
    ],
    body: [
      /\b(?:disputes?|differences?|controvers(?:y|ies))\b[^.;]{0,160}\b(?:amicabl[ey]|good faith|negotiat|mutual (?:discussion|consultation)|mediat|conciliat(?!ion act)|escalat|senior (?:management|executives?|representatives?))/i,
      /\b(?:endeavou?r|attempt|try)\b[^.;]{0,60}\b(?:resolve|settle)\b[^.;]{0,80}\b(?:dispute|amicabl|good faith|negotiation)/i,
    ],
    query: 'The parties shall first try to settle any dispute amicably by negotiation between senior management.',
    expected_in: ['services'],
    if_missing: 'Nothing asks the parties to talk before they go to court or arbitration.',
    risks: [],
  },
  {
    kind: 'notices',
    title: 'Notices',
    heading: [
      /^(?:notices?|communications?|notice and communication)\b(?! (?:period|of termination))/i,
      /\b(?:and|&) notices$/i,
    ],
    body: [
      /\b(?:all|any|every) (?:[a-z]+,? ){0,4}?(?:notices?|communications?)\b[^.;]{0,160}\b(?:in writing|delivered|sent|addressed|registered post|courier|e-?mail|served)\b/i,
      /\bnotices? (?:shall|must|to be|will|may|under this agreement|required)[^.;]{0,100}\b(?:in writing|delivered|sent|addressed|registered post|courier|e-?mail|served)\b/i,
    ],
    query:
      'All notices shall be in writing and sent by registered post, courier or email to the addresses of the parties.',
    expected_in: ['services', 'nda', 'lease', 'licence', 'general'],
    if_missing: 'Nothing says how and where a notice must be given.',
    risks: [],
  },
  {
    kind: 'entire_agreement',
    title: 'Entire agreement',
    heading: [/\b(?:entire|whole|complete) (?:agreement|understanding|contract)\b|^(?:integration|merger)\b/i],
    body: [
      /\b(?:entire|whole|complete|full) (?:and (?:only|exclusive) )?(?:agreement|understanding|contract|arrangement)\b/i,
      /\bsupersedes?\b[^.;]{0,120}\b(?:prior|previous|earlier|all)\b|\bsupersession of\b/i,
    ],
    query: 'This agreement is the entire agreement between the parties and supersedes all earlier understandings.',
    expected_in: ['services', 'nda', 'licence', 'general'],
    if_missing: 'Earlier promises and emails may still count in addition to the contract.',
    risks: [],
  },
  {
    kind: 'amendment',
    title: 'Amendment',
    heading: [/\b(?:amendments?|variations?|modifications?|changes to (?:this|the|these) (?:agreement|terms))\b/i],
    body: [
      /\b(?:amend(?:ed|ments?)?|modif(?:ied|y|ications?)|var(?:ied|y|iations?)|altered|supplemented|changed|changes (?:to|must|shall|will|may))\b[^.;]{0,140}\b(?:in writing|written|signed|mutual(?:ly)?|consent)\b/i,
      /\b(?:may|reserves? the right to)\b[^.;]{0,80}\b(?:amend|modify|change|revise|update|vary)\b[^.;]{0,60}\b(?:agreement|terms|policies|conditions|scope)\b/i,
    ],
    not: /\b(?:waiver of|no waiver|as amended from|enactment|re-enact|specifications?|structural|premises)\b/i,
    query: 'No amendment of this agreement is valid unless made in writing and signed by both parties.',
    expected_in: ['services', 'nda', 'licence', 'general'],
    if_missing: 'Nothing says that changes need writing and both signatures.',
    risks: [
      {
        rule: 'amendment_unilateral',
        level: 'high',
        reason: 'One party may change the terms on its own.',
        sentence:
          /\b(?:may|reserves? the right to|shall be entitled to)\b[^.;]{0,100}\b(?:amend|modify|change|revise|update|vary|alter)\b[^.;]{0,160}/i,
        unless:
          /\b(?:both parties|mutual(?:ly)?|signed by (?:each|both|the parties|authori[sz]ed)|written consent of|by the parties|each party)\b/i,
      },
    ],
  },
  {
    kind: 'severability',
    title: 'Severability',
    heading: [/\bseverab|\bpartial invalidity\b|\bseverance\b|^invalidity\b/i],
    body: [
      /\b(?:provision|clause|term|part|portion)s?\b[^.;]{0,140}\b(?:invalid|unenforceable|illegal|void)\b[^.;]{0,200}\b(?:remaining|other|remainder|rest|affect|severed|severable)/i,
      /\bseverable\b/i,
    ],
    query: 'If any provision is held invalid or unenforceable, the remaining provisions stay in force.',
    expected_in: ['services', 'licence', 'general'],
    if_missing: 'One invalid provision may bring down others.',
    risks: [],
  },
  {
    kind: 'waiver',
    title: 'Waiver',
    heading: [/\bwaivers?\b/i],
    body: [
      /\b(?:failure|delay|forbearance|omission|indulgence)\b[^.;]{0,160}\bwaive(?:r|d)?\b/i,
      /\bno waiver\b|\bwaiver (?:of|by)\b[^.;]{0,160}\b(?:writing|deemed|constitute|effective|operate|subsequent|other)/i,
      /\b(?:shall not|not) (?:be )?(?:constitute|operate as|deemed|construed as)[^.;]{0,30}\bwaiver\b/i,
    ],
    not: /\bwaiver of (?:subrogation|jury)\b/i,
    query: 'No failure or delay in exercising a right operates as a waiver of it.',
    expected_in: ['services', 'licence', 'general'],
    if_missing: 'Leniency today may be read as giving up a right.',
    risks: [],
  },
  {
    kind: 'counterparts',
    title: 'Counterparts',
    heading: [/\bcounterparts?\b/i],
    body: [
      /\b(?:executed|signed|made)\b[^.;]{0,60}\b(?:counterparts?|duplicate|two originals|triplicate)\b/i,
      /\bcounterparts\b/i,
    ],
    query: 'This agreement may be executed in counterparts, each of which is an original.',
    expected_in: [],
    if_missing: '',
    risks: [],
  },
  {
    kind: 'relationship',
    title: 'Relationship of the parties',
    heading: [
      /\b(?:relationship of (?:the )?parties|independent contractors?|no (?:partnership|agency)|relationship)\b/i,
    ],
    body: [
      /\bindependent contractors?\b/i,
      /\b(?:nothing|not)\b[^.;]{0,140}\b(?:partnership|joint venture|principal[- ]agent|employer[- ]employee|agency)\b/i,
    ],
    query: 'The parties are independent contractors and nothing creates a partnership, agency or employment.',
    expected_in: ['services'],
    if_missing: 'Nothing rules out that the parties are taken for partners, agents or employees.',
    risks: [],
  },
  {
    kind: 'stamp_duty',
    title: 'Stamp duty and registration',
    heading: [/\b(?:stamp duty|registration(?: charges)?)\b/i],
    body: [/\bstamp duty\b/i, /\bregistration (?:charges|fees)\b/i],
    query: 'Stamp duty and registration charges are borne by the lessee.',
    expected_in: ['lease'],
    if_missing:
      'Nothing says who bears stamp duty and registration; a lease above eleven months must be registered (Registration Act 1908, section 17).',
    risks: [],
  },
]
