/** The checks on time, remedies and law of a non-disclosure agreement. */
import type { Span } from '#nodes/lib/retrieval/sentences.ts'
import type { Playbook } from './nda-playbook.ts'
import { type NdaCheck, tools } from './nda-rules.ts'
import { durations } from './quantities.ts'
import type { Reading, ReadSentence } from './reading.ts'

const { having, verdict, sectionText, operative } = tools

const ENDLESS =
  /\b(?:perpetu(?:al|ally|ity)|indefinite(?:ly)?|for ?ever|without (?:any )?limit (?:of|in) time|at all times|no expiry|unlimited (?:period|time|duration)|in perpetuity)\b/i
const SURVIVES =
  /\b(?:surviv(?:e|es|al)|continue|remain(?:s)? (?:in (?:force|effect)|bound|binding)|shall last|after (?:the )?(?:expiry|expiration|termination|end)|following (?:the )?(?:expiry|expiration|termination)|from the date of (?:each |the )?(?:disclosure|receipt))\b/i
const SECRECY = /\b(?:confiden|secre|obligation|duty|duties|information|disclos)/i
const LASTS =
  /\b(?:(?:this |the )?(?:agreement|nda|term|deed|undertaking)|term of this agreement|effective)\b[^.;]{0,160}\b(?:for|of|until|end|expire|terminate|period|years?|months?)\b/i

const years = (months: number): string => {
  const count = Math.round((months / 12) * 10) / 10
  return months < 12 ? `${Math.round(months)} months` : `${count} ${count === 1 ? 'year' : 'years'}`
}
const longest = (folded: string): number =>
  durations(folded)
    .filter(({ unit }) => unit !== 'day' && unit !== 'week')
    .reduce((most, { months }) => Math.max(most, months), 0)

const isSurvival = ({ folded }: ReadSentence): boolean =>
  SURVIVES.test(folded) &&
  SECRECY.test(folded) &&
  /\b(?:surviv|after|following|from the date of|notwithstanding|obligations?|dut(?:y|ies))\b/i.test(folded)

const term: NdaCheck = {
  check: 'term',
  title: 'Term',
  judge(reading, { most_term_years }) {
    const found = having(reading, LASTS).filter(
      (one) =>
        longest(one.folded) > 0 &&
        (!isSurvival(one) || /\b(?:remain|continue|effective|in (?:force|effect))\b/i.test(one.folded)) &&
        !/\bnotice\b/i.test(one.folded.slice(0, 60)),
    )
    const headed = operative(reading).filter(
      ({ heading, folded }) =>
        /\bterm\b|duration/i.test(heading ?? '') && longest(folded) > 0 && !isSurvival({ folded } as ReadSentence),
    )
    const all = [...new Set([...headed, ...found])]
    const [first] = all
    if (first === undefined) {
      const endless = having(reading, ENDLESS).filter(({ folded }) => /\bagreement\b/i.test(folded))
      if (endless.length > 0) return verdict('attention', 'The agreement itself has no end.', endless)
      const dated = reading.analysis.dates.find(
        ({ role, iso, computed }) => role === 'expiry' && iso !== null && !computed,
      )
      if (dated !== undefined)
        return { status: 'ok', reason: `It ends on ${dated.iso}.`, places: [{ start: dated.start, end: dated.end }] }
      return verdict('missing', 'No term is written: it is not clear how long new information is covered.')
    }
    const months = longest(first.folded)
    return months > most_term_years * 12
      ? verdict('attention', `It runs for ${years(months)}; the playbook accepts ${most_term_years}.`, [first])
      : verdict('ok', `It runs for ${years(months)}.`, [first])
  },
}

const survival: NdaCheck = {
  check: 'survival',
  title: 'Survival of secrecy',
  judge(reading, { most_survival_years, side }) {
    const found = operative(reading).filter(isSurvival)
    const endless = operative(reading).filter(({ folded }) => ENDLESS.test(folded) && SECRECY.test(folded))
    if (endless.length > 0) {
      const secretsOnly = endless.every(({ folded }) => /\btrade secrets?\b/i.test(folded))
      if (secretsOnly) return verdict('ok', 'Only trade secrets stay secret without an end.', endless)
      return side === 'disclosing'
        ? verdict('ok', 'Secrecy has no end.', endless)
        : verdict('attention', 'Secrecy has no end; that is usual for trade secrets only.', endless)
    }
    const timed = found.filter(({ folded }) => longest(folded) > 0)
    const [first] = timed.sort((a, b) => longest(b.folded) - longest(a.folded))
    if (first !== undefined) {
      const months = longest(first.folded)
      if (months > most_survival_years * 12)
        return verdict('attention', `Secrecy lasts ${years(months)}; the playbook accepts ${most_survival_years}.`, [
          first,
        ])
      return verdict('ok', `Secrecy lasts ${years(months)}.`, [first])
    }
    if (found.length > 0)
      return verdict('attention', 'Secrecy survives the end, but it is not said for how long.', found)
    return verdict('missing', 'Nothing says how long secrecy lasts after the end.')
  },
}

const returning: NdaCheck = {
  check: 'return',
  title: 'Return or destruction',
  judge(reading, { side }) {
    const found = having(
      reading,
      /\b(?:return|destroy|delet|destruction|erase)\b[^.]{0,160}\b(?:information|materials?|copies|documents|records)|\b(?:information|materials?|copies)\b[^.]{0,120}\b(?:returned|destroyed|deleted)/i,
    )
    if (found.length === 0)
      return verdict('missing', 'Nothing says that the information must be returned or destroyed.')
    const text = found.map((one) => sectionText(reading, one)).join(' ')
    const archive =
      /\b(?:archiv|back-?up|retain (?:one|a) cop|required by law|compliance|legal hold|internal polic)/i.test(text)
    if (side === 'receiving' && !archive)
      return verdict(
        'attention',
        'Everything must go back or be destroyed; copies in backups and those the law requires are not excepted.',
        found,
      )
    return verdict('ok', 'Information must be returned or destroyed.', found)
  },
}

const residuals: NdaCheck = {
  check: 'residuals',
  title: 'Residuals',
  judge(reading, { allow_residuals }) {
    const found = having(
      reading,
      /\bresiduals?\b(?! value)|\bunaided memor(?:y|ies)\b|\bretained in (?:the )?(?:unaided )?memor/i,
    )
    if (found.length === 0) return verdict('ok', 'No residuals clause: what people remember stays protected.')
    const denied = found.every(({ folded }) => /\bno\b|\bnot\b/i.test(folded))
    return allow_residuals || denied
      ? verdict(
          'ok',
          denied ? 'Residuals are excluded.' : 'There is a residuals clause; the playbook accepts it.',
          found,
        )
      : verdict(
          'attention',
          'What people keep in memory may be used freely: that can empty the whole agreement.',
          found,
        )
  },
}

const soliciting: NdaCheck = {
  check: 'non_solicit',
  title: 'Non-solicitation and non-compete',
  judge(reading, { allow_non_solicit }) {
    const compete = having(
      reading,
      /\b(?:non-?compet|not (?:to )?(?:directly or indirectly )?(?:compete|engage in[^.]{0,60}compet)|competing business)/i,
    )
    if (compete.length > 0)
      return verdict(
        'attention',
        'A ban on competing stands in it. After the end such a ban is void in India (section 27, Indian Contract Act 1872), and it does not belong in an NDA.',
        compete,
      )
    const found = having(reading, /\b(?:non-?solicit|not\b[^.]{0,80}\b(?:solicit|entice|hire|employ|recruit|poach)\b)/i)
    if (found.length === 0) return verdict('ok', 'No ban on hiring or competing.')
    return allow_non_solicit
      ? verdict('ok', 'There is a ban on soliciting; the playbook accepts it.', found)
      : verdict('attention', 'A ban on soliciting people or customers stands in it: more than secrecy.', found)
  },
}

const injunction: NdaCheck = {
  check: 'injunctive_relief',
  title: 'Injunctive relief',
  judge(reading, { require_injunctive_relief, side }) {
    const found = having(reading, /\b(?:injuncti(?:on|ve)|equitable relief|specific performance|irreparable)\b/i)
    const noBond = found.some(({ folded }) => /\bwithout\b[^.]{0,40}\b(?:bond|security|proof|proving)\b/i.test(folded))
    if (noBond && side !== 'disclosing')
      return verdict('attention', 'An injunction may be sought without a bond or proof of damage.', found)
    if (found.length > 0) return verdict('ok', 'A court may be asked for an injunction.', found)
    return require_injunctive_relief
      ? verdict('missing', 'Nothing says that damages may not be enough and a court may be asked for an injunction.')
      : verdict('ok', 'No word on injunctions; the playbook does not ask for one.')
  },
}

const money: NdaCheck = {
  check: 'liability',
  title: 'Indemnity and penalties',
  judge(reading, { side }) {
    const penalty = having(
      reading,
      /\b(?:liquidated damages|penalt(?:y|ies)|pay (?:a sum|an amount|compensation) of)\b/i,
    )
    if (penalty.length > 0)
      return verdict(
        side === 'disclosing' ? 'ok' : 'attention',
        'A fixed sum is due for a breach; courts in India award reasonable compensation up to it (section 74, Indian Contract Act 1872).',
        penalty,
      )
    const indemnity = having(reading, /\bindemnif|\bhold harmless\b/i)
    if (indemnity.length > 0)
      return verdict(
        side === 'disclosing' ? 'ok' : 'attention',
        'An indemnity stands in it: wider than damages for a breach, and here without a cap.',
        indemnity,
      )
    return verdict('ok', 'No indemnity and no fixed penalty.')
  },
}

const LAW =
  /\b(?:governed by|construed (?:in accordance with|under|according to)|laws? of|law shall (?:be|apply)|subject to (?:the |indian )?laws?)\b/i

const law: NdaCheck = {
  check: 'governing_law',
  title: 'Governing law',
  judge(reading, { governing_laws }: Playbook) {
    const found = having(reading, LAW).filter(
      ({ folded }) =>
        /\blaws?\b/i.test(folded) &&
        /\b(?:govern|constru|interpret|subject to (?:the |indian )?law|law shall|law applies)/i.test(folded),
    )
    if (found.length === 0) return verdict('missing', 'No governing law is chosen.')
    const text = found.map(({ folded }) => folded).join(' ')
    const accepted = governing_laws.find(
      (name) =>
        text.toLowerCase().includes(name.toLowerCase()) ||
        (name.toLowerCase() === 'india' && /\bindian law/i.test(text)),
    )
    if (governing_laws.length === 0 || accepted !== undefined)
      return verdict('ok', `The law of ${accepted ?? 'a named place'} governs.`, found)
    return verdict('attention', `Another law governs than the playbook accepts (${governing_laws.join(', ')}).`, found)
  },
}

const forum: NdaCheck = {
  check: 'forum',
  title: 'Courts or arbitration',
  judge(reading) {
    const found = having(reading, /\b(?:jurisdiction|courts? (?:of|at|in)|arbitrat(?:ion|or|ors|ed))\b/i)
    return found.length > 0
      ? verdict('ok', 'It is said where disputes go.', found)
      : verdict('missing', 'Nothing says which courts or arbitrators decide.')
  },
}

const licence: NdaCheck = {
  check: 'no_licence',
  title: 'No licence',
  judge(reading) {
    const found = having(
      reading,
      /\b(?:no|not|nothing)\b[^.]{0,120}\b(?:licen[cs]e|right,? title|intellectual property|ownership)\b|\bremain(?:s)? the (?:sole |exclusive )?property\b/i,
    )
    return found.length > 0
      ? verdict('ok', 'Disclosure gives no right to the information.', found)
      : verdict('missing', 'Nothing says that disclosure gives no licence or ownership.')
  },
}

const signed: NdaCheck = {
  check: 'signature',
  title: 'Date and signatures',
  judge({ document, analysis }) {
    const blank = /(?:on|dated?|this) (?:the )?_{3,}|_{2,} day of/i.exec(document.text)
    const places: Span[] = blank === null ? [] : [{ start: blank.index, end: blank.index + blank[0].length }]
    if (blank !== null) return { status: 'attention', places, reason: 'The date is left blank.' }
    const [date] = analysis.dates.filter(
      ({ role, iso }) => (role === 'signing' || role === 'effective') && iso !== null,
    )
    if (date === undefined) return { status: 'missing', places: [], reason: 'No date of signing or start was found.' }
    return { status: 'ok', reason: `Dated ${date.iso}.`, places: [{ start: date.start, end: date.end }] }
  },
}

export const NDA_CHECKS_TWO: readonly NdaCheck[] = [
  term,
  survival,
  returning,
  residuals,
  soliciting,
  injunction,
  money,
  licence,
  law,
  forum,
  signed,
]

/** Whether the text reads like a non-disclosure agreement at all. */
export const readsLikeNda = ({ document, analysis }: Reading): boolean =>
  analysis.contract_type === 'nda' ||
  /\b(?:non-?disclosure|confidentiality (?:agreement|undertaking|deed|letter))\b/i.test(
    document.text.slice(0, 2_000),
  ) ||
  (document.text.match(/\bconfidential information\b/gi)?.length ?? 0) >= 4
