/** The view of a discharge summary: diagnoses with codes, medicines, measurements, what follows, and the sections. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { codesView } from './codes-view.ts'
import { type Finding, type Section, type Tone, type View, words } from './finding.ts'
import { t } from './reader.ts'
import { numberOf, objectsOf, placesOf, stringOf } from './result.ts'

const STATUS: Record<string, Tone> = {
  started: 'good',
  stopped: 'bad',
  given: 'neutral',
  taken: 'neutral',
  planned: 'warn',
}

const base = (kind: string, found: JsonObject, label: string): Finding => ({
  id: `${kind}:${numberOf(found.start) ?? label}`,
  label,
  title: null,
  badges: [],
  confidence: null,
  notes: [],
  places: placesOf([found]),
})

function medicine(found: JsonObject): Finding {
  const status = stringOf(found.status) ?? 'taken'
  const how = ['dose', 'route', 'frequency', 'duration'].flatMap((field) => stringOf(found[field]) ?? [])
  return {
    ...base('medicine', found, stringOf(found.name) ?? 'Medication'),
    title: [...how, ...(found.as_needed === true ? ['as needed'] : [])].join(' · ') || null,
    badges: [{ text: words(status), tone: STATUS[status] ?? 'neutral' }],
  }
}

function vital(found: JsonObject): Finding {
  const [value, second, unit] = [numberOf(found.value), numberOf(found.second), stringOf(found.unit) ?? '']
  const kind = stringOf(found.kind) ?? 'vital'
  const shown = unit === 'ft in' ? `${value}′ ${second}″` : `${value}${second === null ? '' : `/${second}`} ${unit}`
  return { ...base('vital', found, words(kind)), title: shown.replace('/10 of 10', ' of 10') }
}

function lab(found: JsonObject): Finding {
  const flag = stringOf(found.flag)
  const date = stringOf(found.date)
  return {
    ...base('lab', found, stringOf(found.name) ?? 'Value'),
    title: [stringOf(found.value), stringOf(found.unit)].filter(Boolean).join(' '),
    badges: [
      ...(flag ? [{ text: words(flag), tone: 'warn' as const }] : []),
      ...(date ? [{ text: date, tone: 'neutral' as const }] : []),
    ],
  }
}

function next(found: JsonObject): Finding {
  const [when, by] = [stringOf(found.when), stringOf(found.with)]
  return {
    ...base('next', found, words(stringOf(found.kind) ?? 'instruction')),
    title: [by, when].filter(Boolean).join(' · ') || null,
    notes: [stringOf(found.text)?.replace(/\s+/g, ' ') ?? ''].filter(Boolean),
  }
}

const sectionOf = (found: JsonObject): Finding => ({
  ...base('section', found, words(stringOf(found.kind) ?? 'other')),
  title: stringOf(found.title) || null,
})

function medicineSections(found: readonly JsonObject[]): Section[] {
  const listed = found.filter((one) => one.section === 'medications')
  const others = found.filter((one) => one.section !== 'medications')
  return [
    {
      title: t('In medication lists'),
      findings: listed.map(medicine),
      empty: t('No medication list found.'),
    },
    ...(others.length > 0 ? [{ title: t('Elsewhere in the text'), findings: others.map(medicine) }] : []),
  ]
}

export const dischargeView: View = (result) => {
  const { data } = result
  const [medicines, vitals, labs, follow, parts] = [
    objectsOf(data.medications),
    objectsOf(data.vitals),
    objectsOf(data.labs),
    objectsOf(data.follow_up),
    objectsOf(data.sections),
  ]
  const codes = codesView(result)[0]?.sections ?? []
  return [
    {
      key: 'diagnoses',
      label: t('Diagnoses {count}', { count: String(objectsOf(data.codes).length) }),
      sections: codes,
    },
    {
      key: 'medicines',
      label: t('Medications {count}', { count: String(medicines.length) }),
      sections: medicineSections(medicines),
    },
    {
      key: 'measured',
      label: t('Measurements {count}', { count: String(vitals.length + labs.length) }),
      sections: [
        { title: t('Vital signs'), findings: vitals.map(vital), empty: t('No vital signs found.') },
        { title: t('Laboratory'), findings: labs.map(lab), empty: t('No laboratory values found.') },
      ],
    },
    {
      key: 'next',
      label: t('Follow-up {count}', { count: String(follow.length) }),
      sections: [{ title: null, findings: follow.map(next), empty: t('No follow-up found.') }],
    },
    {
      key: 'sections',
      label: t('Sections {count}', { count: String(parts.length) }),
      sections: [{ title: null, findings: parts.map(sectionOf), empty: t('No headings found.') }],
    },
  ]
}
