/** Finds the sections of a clinical note by their headings. */

export const SECTIONS = [
  'chief_complaint',
  'history_of_present_illness',
  'past_medical_history',
  'past_surgical_history',
  'family_history',
  'social_history',
  'medications',
  'allergies',
  'review_of_systems',
  'examination',
  'investigations',
  'procedures',
  'hospital_course',
  'assessment',
  'plan',
  'instructions',
  'not_clinical',
  'other',
] as const
export type SectionKind = (typeof SECTIONS)[number]

export interface Section {
  kind: SectionKind
  /** The heading as written, without its colon; empty before the first heading. */
  title: string
  /** From the heading to the next one. */
  start: number
  end: number
  /** Where the text after the heading begins. */
  body: number
}

/** First match wins; tested against the heading in lower case with single spaces. */
const HEADINGS: readonly (readonly [RegExp, SectionKind])[] = [
  [/^(?:description|title|note|summary of visit)$/, 'other'],
  [
    /^(?:about this sample|resources|references|bibliography|related samples.*|sample language|education|education information|diet suggestions.*|copies to be sent to|contributor.*|intended for|source|disclaimer)$/,
    'not_clinical',
  ],
  [
    /^(?:chief|presenting|main|relevant) (?:complaints?|concerns?|problem)(?:\(s\))?(?: and concerns)?(?:\/.*)?$|^(?:cc|c\/c|reason for (?:visit|consultation|admission|referral)|presentation)$/,
    'chief_complaint',
  ],
  [
    /^(?:history of (?:the )?present(?:ing)? (?:illness|complaint)|hpi|present illness|current illness|interval history|subjective|history)$/,
    'history_of_present_illness',
  ],
  [
    /^(?:past (?:medical |clinical )?(?:history|hx)|pmh|pmhx|medical history|previous (?:medical )?history|past history|personal history|pre-?existing(?: conditions)?|co-?morbidit(?:y|ies)|antecedents|background|problem list|active problems|chronic (?:conditions|problems))$/,
    'past_medical_history',
  ],
  [
    /^(?:past surgical (?:history|hx)|psh|pshx|surgical (?:history|hx)|previous (?:surgery|operations)|operations)$/,
    'past_surgical_history',
  ],
  [/^(?:family (?:medical )?(?:history|hx)|fh|fhx|family)$/, 'family_history'],
  [/^(?:social (?:history|hx)|sh|shx|habits|lifestyle|occupation(?:al history)?)$/, 'social_history'],
  [
    /^(?:(?:current|home|discharge|admission|unchanged|adjusted|new|discontinued|outpatient|preadmission)? ?(?:medications?|meds|drugs|drug history|prescriptions?)(?: (?:at|on) (?:discharge|admission|home))?|treatment at discharge)$/,
    'medications',
  ],
  [/^(?:(?:drug |medication |food )?allerg(?:y|ies)(?:\/.*| and .*)?|nkda|adverse reactions)$/, 'allergies'],
  [/^(?:review of systems|ros|systems review|systematic enquiry)$/, 'review_of_systems'],
  [
    /^(?:(?:physical |general |clinical |mental status )?(?:examination|exam)|pe|objective|vital signs|vitals|general|heent|head|eyes|ears|nose|throat|neck|chest|lungs|heart|cardiovascular|cvs?|abdomen|abdominal|genitourinary|gu|extremities|skin|neurologic(?:al)?|neuro|mental status|psych(?:iatric)?|back|musculoskeletal|lymphatics|respiratory|gastrointestinal|gi)$/,
    'examination',
  ],
  [
    /^(?:lab(?:oratory)?(?: data| results| findings| tests)?|labs|investigations?|imaging(?: studies)?|radiology|x-?rays?|diagnostic (?:studies|tests|data)|studies|data|ecg|ekg|echocardiogram|pathology|microbiology|results)$/,
    'investigations',
  ],
  [
    /^(?:procedures?(?: performed)?|interventions?(?: \(.*\))?|operations? performed|treatment(?: given)?|surgery)$/,
    'procedures',
  ],
  [
    /^(?:(?:summary )?(?:hospital )?course(?: while)?(?: in (?:the )?hospital)?(?: \(.*\))?|clinical course|evolution|progress|emergency (?:room|department) course|ed course|summary)$/,
    'hospital_course',
  ],
  [
    /^(?:d\/?dx|dx|assessment(?: (?:and|&) plan|\/ ?plan|\/problem list)?|a\/p|a&p|a ?\/ ?p|impression(?: and plan)?|(?:final |discharge |admission |admitting |principal |primary |secondary |preoperative |postoperative |clinical |working |provisional |differential |other |most responsible )?diagnos[ie]s(?:\/.*| \(.*\))?|prior diagnosis|presenting complaint\/prior diagnosis|conclusions?|problems?|developed|conditions (?:not )?impacting.*|complications|clinical impression)$/,
    'assessment',
  ],
  [
    /^(?:(?:treatment |management |discharge |care )?plan(?: of care)?|recommendations?|disposition|follow-?up plan.*|treatment strategy)$/,
    'plan',
  ],
  [
    /^(?:(?:follow-?up |discharge |patient |home )?instructions?(?: (?:for|to) (?:the )?patients?)?|patient education|follow-?up|return precautions|advice|activity|diet)$/,
    'instructions',
  ],
]

/** The kind of a heading, or null when the words are no known heading. */
export function sectionOf(heading: string): SectionKind | null {
  const words = heading.toLowerCase().replace(/\s+/g, ' ').trim()
  return HEADINGS.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

const COLON_HEADING =
  /(?:^|\n|\f|[.;]\s{1,3})[ \t]*(?:\d{1,2}[.)]\s*|[•*#-]+\s*)?([A-Za-z][A-Za-z0-9 /&()'-]{0,60}?)[ \t]{0,3}:/g
const LINE_HEADING =
  /(?:^|\n|\f)[ \t]*(?:\d{1,2}[.)]\s*|#+\s*)?([A-Za-z][A-Za-z0-9 /&()'-]{1,60}?)[ \t]*(?=\r?\n|\f|$)/g
/** Forms of two columns print `Plan This section …` on one line; only words that begin nothing else are taken so. */
const OPENING_HEADING =
  /(?:^|\n|\f)[ \t]*(Assessment|Impression|Allergies|Medications|Subjective|Objective)(?=[ \t]+[A-Z])/g

interface Heading {
  kind: SectionKind
  title: string
  start: number
  body: number
}

function headings(text: string): Heading[] {
  const found = new Map<number, Heading>()
  for (const pattern of [COLON_HEADING, LINE_HEADING, OPENING_HEADING]) {
    for (const match of text.matchAll(pattern)) {
      const title = match[1] ?? ''
      const kind = sectionOf(title)
      if (kind === null) continue
      const start = match.index + match[0].search(/[^\s.;]/)
      const body = match.index + match[0].length
      if (!found.has(start)) found.set(start, { kind, title, start, body })
    }
  }
  return [...found.values()].sort((a, b) => a.start - b.start)
}

/** The sections of a note in order, covering the whole text; a text without headings is one section `other`. */
export function splitSections(text: string): Section[] {
  const heads = headings(text)
  const first = heads[0]?.start ?? text.length
  const result: Section[] = first > 0 ? [{ kind: 'other', title: '', start: 0, end: first, body: 0 }] : []
  heads.forEach((head, index) => {
    result.push({ ...head, end: heads[index + 1]?.start ?? text.length })
  })
  return result
}

/** The section that holds the character `offset`, null outside the note. `all` is what `sections` returned. */
export function sectionAt(all: readonly Section[], offset: number): Section | null {
  let low = 0
  let high = all.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const section = all[middle]
    if (section === undefined) break
    if (offset < section.start) high = middle - 1
    else if (offset >= section.end) low = middle + 1
    else return section
  }
  return null
}
